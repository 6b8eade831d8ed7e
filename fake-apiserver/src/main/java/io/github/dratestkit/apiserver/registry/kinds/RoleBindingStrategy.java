package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bindings of a namespace and of the cluster (pkg/apis/rbac/validation, 1.37). */
final class RoleBindingStrategy implements Strategy {

  /** Bindings of a namespace, to roles of it or of the cluster. */
  static final RoleBindingStrategy ROLE_BINDINGS =
      new RoleBindingStrategy(List.of("ClusterRole", "Role"));

  /** Bindings of the cluster, to its roles. */
  static final RoleBindingStrategy CLUSTER_ROLE_BINDINGS =
      new RoleBindingStrategy(List.of("ClusterRole"));

  private static final String GROUP = "rbac.authorization.k8s.io";

  private final List<String> roleKinds;

  private RoleBindingStrategy(List<String> roleKinds) {
    this.roleKinds = roleKinds;
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
  public void applyDefaults(ObjectNode binding, String version, WriteContext context) {
    Absent.text(Absent.object(binding, "roleRef"), "apiGroup", GROUP);
    for (JsonNode subject : binding.path("subjects")) {
      String kind = subject.path("kind").asString("");
      if (kind.equals("User") || kind.equals("Group")) {
        Absent.text((ObjectNode) subject, "apiGroup", GROUP);
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode binding, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    role(binding.path("roleRef"), errors);
    for (int i = 0; i < binding.path("subjects").size(); i++) {
      subject(binding.path("subjects").get(i), "subjects[" + i + "]", errors);
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode binding, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>(validateCreate(binding, context));
    if (!binding.path("roleRef").equals(old.path("roleRef"))) {
      errors.add(
          FieldError.invalid("roleRef", binding.path("roleRef"), "a binding stays with its role"));
    }
    return errors;
  }

  private void role(JsonNode reference, List<FieldError> errors) {
    group(reference, "roleRef", GROUP, errors);
    String kind = reference.path("kind").asString("");
    if (!roleKinds.contains(kind)) {
      errors.add(FieldError.notSupported("roleRef.kind", kind, roleKinds));
    }
    String name = reference.path("name").asString("");
    if (name.isEmpty()) {
      errors.add(FieldError.required("roleRef.name", ""));
    } else {
      NameRule.PATH_SEGMENT
          .problem(name)
          .ifPresent(problem -> errors.add(FieldError.invalid("roleRef.name", name, problem)));
    }
  }

  private void subject(JsonNode subject, String path, List<FieldError> errors) {
    String name = subject.path("name").asString("");
    if (name.isEmpty()) {
      errors.add(FieldError.required(path + ".name", ""));
    }
    switch (subject.path("kind").asString("")) {
      case "User", "Group" -> group(subject, path, GROUP, errors);
      case "ServiceAccount" -> {
        if (!name.isEmpty()) {
          NameRule.DNS_SUBDOMAIN
              .problem(name)
              .ifPresent(problem -> errors.add(FieldError.invalid(path + ".name", name, problem)));
        }
        group(subject, path, "", errors);
        boolean everywhere = !roleKinds.contains("Role");
        if (everywhere && subject.path("namespace").asString("").isEmpty()) {
          errors.add(FieldError.required(path + ".namespace", ""));
        }
      }
      default ->
          errors.add(
              FieldError.notSupported(
                  path + ".kind",
                  subject.path("kind").asString(""),
                  List.of("ServiceAccount", "User", "Group")));
    }
  }

  private static void group(JsonNode node, String path, String expected, List<FieldError> errors) {
    String group = node.path("apiGroup").asString("");
    if (!group.equals(expected)) {
      errors.add(FieldError.notSupported(path + ".apiGroup", group, List.of(expected)));
    }
  }
}
