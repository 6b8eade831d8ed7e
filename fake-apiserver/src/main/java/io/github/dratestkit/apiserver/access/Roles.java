package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.store.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The roles that are stored, as they are bound to users (pkg/registry/rbac/validation/rule.go,
 * 1.37). They are read anew for each question, so a new binding counts at once.
 */
record Roles(View view) {

  static final String GROUP = "rbac.authorization.k8s.io";
  private static final GroupResource ROLES = new GroupResource(GROUP, "roles");
  private static final GroupResource CLUSTER_ROLES = new GroupResource(GROUP, "clusterroles");
  private static final GroupResource BINDINGS = new GroupResource(GROUP, "rolebindings");
  private static final GroupResource CLUSTER_BINDINGS =
      new GroupResource(GROUP, "clusterrolebindings");

  /**
   * A binding that is about a user, with the rules that it gives.
   *
   * @param source what it is, for people
   * @param missing the role that is not there, none if it is
   */
  record Grant(String source, List<JsonNode> rules, Optional<String> missing) {}

  /** Returns what a user is given in a namespace; empty for what counts everywhere. */
  List<Grant> of(User user, String namespace) {
    List<Grant> grants = new ArrayList<>();
    view.all(CLUSTER_BINDINGS).forEach(binding -> add(binding, user, grants));
    if (!namespace.isEmpty()) {
      for (StoredObject binding : view.from(BINDINGS, namespace + "/")) {
        if (!binding.key().namespace().equals(namespace)) {
          break;
        }
        add(binding, user, grants);
      }
    }
    return grants;
  }

  /** Returns all rules of a user in a namespace. */
  List<JsonNode> rulesOf(User user, String namespace) {
    List<JsonNode> rules = new ArrayList<>();
    of(user, namespace).forEach(grant -> rules.addAll(grant.rules()));
    return rules;
  }

  /** Returns the role that a reference names, none if it is not there. */
  Optional<ObjectNode> find(JsonNode reference, String namespace) {
    StoredObject role = view.get(keyOf(reference, namespace));
    return Optional.ofNullable(role).map(StoredObject::object);
  }

  /** Returns where the role that a reference names is kept. */
  static StoreKey keyOf(JsonNode reference, String namespace) {
    String name = reference.path("name").asString("");
    return reference.path("kind").asString("").equals("Role")
        ? new StoreKey(ROLES, namespace, name)
        : new StoreKey(CLUSTER_ROLES, "", name);
  }

  private void add(StoredObject binding, User user, List<Grant> grants) {
    String namespace = binding.key().namespace();
    for (JsonNode subject : binding.object().path("subjects")) {
      if (isMeant(subject, namespace, user)) {
        JsonNode reference = binding.object().path("roleRef");
        Optional<ObjectNode> role = find(reference, namespace);
        grants.add(
            new Grant(
                describe(binding, reference, subject),
                role.map(Roles::rulesOf).orElse(List.of()),
                role.isPresent()
                    ? Optional.empty()
                    : Optional.of(missing(keyOf(reference, namespace)))));
        return;
      }
    }
  }

  private static String missing(StoreKey key) {
    // Listers name the resource in the singular.
    return (key.resource().equals(ROLES) ? "role." : "clusterrole.")
        + GROUP
        + " \""
        + key.name()
        + "\" not found";
  }

  private static List<JsonNode> rulesOf(ObjectNode role) {
    List<JsonNode> rules = new ArrayList<>();
    role.path("rules").forEach(rules::add);
    return rules;
  }

  private static String describe(StoredObject binding, JsonNode reference, JsonNode subject) {
    String namespace = binding.key().namespace();
    return (namespace.isEmpty()
            ? "ClusterRoleBinding \"" + binding.key().name()
            : "RoleBinding \"" + binding.key().name() + "/" + namespace)
        + "\" of "
        + reference.path("kind").asString("")
        + " \""
        + reference.path("name").asString("")
        + "\" to "
        + describe(subject, namespace);
  }

  private static String describe(JsonNode subject, String namespace) {
    String kind = subject.path("kind").asString("");
    String name = subject.path("name").asString("");
    return kind.equals("ServiceAccount")
        ? kind + " \"" + name + "/" + namespaceOf(subject, namespace) + "\""
        : kind + " \"" + name + "\"";
  }

  private static String namespaceOf(JsonNode subject, String namespace) {
    String own = subject.path("namespace").asString("");
    return own.isEmpty() ? namespace : own;
  }

  private static boolean isMeant(JsonNode subject, String namespace, User user) {
    String name = subject.path("name").asString("");
    return switch (subject.path("kind").asString("")) {
      case "User" -> user.name().equals(name);
      case "Group" -> user.groups().contains(name);
      case "ServiceAccount" ->
          user.name()
              .equals("system:serviceaccount:" + namespaceOf(subject, namespace) + ":" + name);
      default -> false;
    };
  }
}
