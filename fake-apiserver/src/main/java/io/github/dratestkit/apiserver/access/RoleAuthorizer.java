package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.store.Store;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Decides by the roles that are stored (plugin/pkg/auth/authorizer/rbac, 1.37). */
final class RoleAuthorizer implements Authorizer {

  private static final String MASTERS = "system:masters";

  private final Store store;

  RoleAuthorizer(Store store) {
    this.store = store;
  }

  /** Lets members of the group that may do everything do it. */
  static Authorizer masters() {
    return (user, request) ->
        user.groups().contains(MASTERS) ? Decision.allow("") : Decision.NO_OPINION;
  }

  @Override
  public Decision decide(User user, AccessRequest request) {
    String namespace =
        request instanceof AccessRequest.OfResource resource ? resource.access().namespace() : "";
    List<String> missing = new ArrayList<>();
    for (Roles.Grant grant : new Roles(store.view()).of(user, namespace)) {
      for (JsonNode rule : grant.rules()) {
        if (PolicyRules.allows(rule, request)) {
          return Decision.allow("RBAC: allowed by " + grant.source());
        }
      }
      grant.missing().filter(text -> !missing.contains(text)).ifPresent(missing::add);
    }
    return missing.isEmpty() ? Decision.NO_OPINION : Decision.deny("RBAC: " + aggregate(missing));
  }

  private static String aggregate(List<String> errors) {
    return errors.size() == 1 ? errors.get(0) : "[" + String.join(", ", errors) + "]";
  }
}
