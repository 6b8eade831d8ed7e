package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.store.View;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Decides by the roles that are stored (plugin/pkg/auth/authorizer/rbac, 1.37). It reads them anew
 * for each decision, so a new binding counts at once.
 */
final class RoleAuthorizer implements Authorizer {

  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final GroupResource ROLES = new GroupResource(GROUP, "roles");
  private static final GroupResource CLUSTER_ROLES = new GroupResource(GROUP, "clusterroles");
  private static final GroupResource BINDINGS = new GroupResource(GROUP, "rolebindings");
  private static final GroupResource CLUSTER_BINDINGS =
      new GroupResource(GROUP, "clusterrolebindings");
  private static final String MASTERS = "system:masters";

  private final Store store;

  RoleAuthorizer(Store store) {
    this.store = store;
  }

  @Override
  public boolean allows(User user, AccessRequest request) {
    if (user.groups().contains(MASTERS)) {
      return true;
    }
    View view = store.view();
    String namespace =
        request instanceof AccessRequest.OfResource resource ? resource.access().namespace() : "";
    for (StoredObject binding : bindings(view, namespace)) {
      if (binds(binding, user) && allowsByRules(rules(view, binding), request)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the bindings that count in a namespace: those of the cluster, and its own. */
  static List<StoredObject> bindings(View view, String namespace) {
    List<StoredObject> bindings = new ArrayList<>();
    view.all(CLUSTER_BINDINGS).forEach(bindings::add);
    if (namespace.isEmpty()) {
      return bindings;
    }
    for (StoredObject binding : view.from(BINDINGS, namespace + "/")) {
      if (!binding.key().namespace().equals(namespace)) {
        break;
      }
      bindings.add(binding);
    }
    return bindings;
  }

  /** Says whether a binding is about a user. */
  static boolean binds(StoredObject binding, User user) {
    for (JsonNode subject : binding.object().path("subjects")) {
      if (isMeant(subject, binding.key().namespace(), user)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isMeant(JsonNode subject, String namespace, User user) {
    String name = subject.path("name").asString("");
    return switch (subject.path("kind").asString("")) {
      case "User" -> user.name().equals(name);
      case "Group" -> user.groups().contains(name);
      case "ServiceAccount" ->
          user.name()
              .equals(
                  "system:serviceaccount:"
                      + subject.path("namespace").asString(namespace)
                      + ":"
                      + name);
      default -> false;
    };
  }

  /** Returns the rules of the role that a binding refers to. */
  static JsonNode rules(View view, StoredObject binding) {
    JsonNode reference = binding.object().path("roleRef");
    String name = reference.path("name").asString("");
    StoredObject role =
        reference.path("kind").asString("").equals("Role")
            ? view.get(new StoreKey(ROLES, binding.key().namespace(), name))
            : view.get(new StoreKey(CLUSTER_ROLES, "", name));
    return role == null ? MissingNode.getInstance() : role.object().path("rules");
  }

  private static boolean allowsByRules(JsonNode rules, AccessRequest request) {
    for (JsonNode rule : rules) {
      if (allowsByRule(rule, request)) {
        return true;
      }
    }
    return false;
  }

  /** Says whether one rule of a role allows something. */
  static boolean allowsByRule(JsonNode rule, AccessRequest request) {
    if (!has(rule.path("verbs"), request.verb())) {
      return false;
    }
    if (request instanceof AccessRequest.OfResource resource) {
      Access access = resource.access();
      return has(rule.path("apiGroups"), access.group())
          && hasResource(rule.path("resources"), resource)
          && hasName(rule.path("resourceNames"), access.name());
    }
    return hasPath(rule.path("nonResourceURLs"), ((AccessRequest.OfPath) request).path());
  }

  private static boolean has(JsonNode values, String value) {
    for (JsonNode candidate : values) {
      if (candidate.asString("").equals("*") || candidate.asString("").equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasResource(JsonNode values, AccessRequest.OfResource request) {
    String subresource = request.access().subresource();
    return has(values, request.resource())
        || !subresource.isEmpty() && has(values, "*/" + subresource);
  }

  private static boolean hasName(JsonNode names, String name) {
    if (names.isEmpty()) {
      return true;
    }
    for (JsonNode candidate : names) {
      if (candidate.asString("").equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasPath(JsonNode paths, String path) {
    for (JsonNode candidate : paths) {
      String pattern = candidate.asString("");
      boolean covers =
          pattern.endsWith("*")
              ? path.startsWith(pattern.substring(0, pattern.length() - 1))
              : path.equals(pattern);
      if (covers) {
        return true;
      }
    }
    return false;
  }
}
