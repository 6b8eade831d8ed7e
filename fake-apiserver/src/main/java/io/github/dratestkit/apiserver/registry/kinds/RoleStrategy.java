package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Roles of a namespace and of the cluster (pkg/apis/rbac/validation, 1.37). */
final class RoleStrategy implements Strategy {

  /** Roles of a namespace. */
  static final RoleStrategy ROLES = new RoleStrategy(true);

  /** Roles of the cluster. */
  static final RoleStrategy CLUSTER_ROLES = new RoleStrategy(false);

  private final boolean namespaced;

  private RoleStrategy(boolean namespaced) {
    this.namespaced = namespaced;
  }

  @Override
  public NameRule nameRule() {
    return NameRule.PATH_SEGMENT;
  }

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode role, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    for (int i = 0; i < role.path("rules").size(); i++) {
      rule(role.path("rules").get(i), "rules[" + i + "]", errors);
    }
    JsonNode aggregation = role.path("aggregationRule");
    if (!namespaced && aggregation.isObject()) {
      aggregation(aggregation.path("clusterRoleSelectors"), errors);
    }
    return errors;
  }

  private void rule(JsonNode rule, String path, List<FieldError> errors) {
    if (rule.path("verbs").isEmpty()) {
      errors.add(FieldError.required(path + ".verbs", "a rule has at least one verb"));
    }
    JsonNode paths = rule.path("nonResourceURLs");
    if (!paths.isEmpty()) {
      if (namespaced) {
        errors.add(
            FieldError.invalid(
                path + ".nonResourceURLs", paths, "only roles of the cluster are about paths"));
      }
      boolean mixed =
          !rule.path("apiGroups").isEmpty()
              || !rule.path("resources").isEmpty()
              || !rule.path("resourceNames").isEmpty();
      if (mixed) {
        errors.add(
            FieldError.invalid(
                path + ".nonResourceURLs", paths, "a rule is about resources or about paths"));
      }
      return;
    }
    if (rule.path("apiGroups").isEmpty()) {
      errors.add(FieldError.required(path + ".apiGroups", "a rule has at least one API group"));
    }
    if (rule.path("resources").isEmpty()) {
      errors.add(FieldError.required(path + ".resources", "a rule has at least one resource"));
    }
  }

  private static void aggregation(JsonNode selectors, List<FieldError> errors) {
    String path = "aggregationRule.clusterRoleSelectors";
    if (selectors.isEmpty()) {
      errors.add(FieldError.required(path, "at least one selector"));
    }
    for (int i = 0; i < selectors.size(); i++) {
      String at = path + "[" + i + "]";
      int before = errors.size();
      SelectorValidation.check(selectors.get(i), at, errors);
      if (errors.size() > before) {
        errors.add(FieldError.invalid(at, selectors.get(i), "invalid label selector"));
      }
    }
  }
}
