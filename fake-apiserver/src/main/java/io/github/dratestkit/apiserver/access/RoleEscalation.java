package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.registry.WriteContext.Caller;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lets nobody give away by roles and bindings what they do not have themselves, unless they may
 * {@code escalate} the role or {@code bind} it (pkg/registry/rbac, policybased storage, 1.37).
 */
final class RoleEscalation implements AdmissionPlugin {

  private static final String EVERYTHING =
      "[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]},"
          + "{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}]";

  private final Store store;

  RoleEscalation(Store store) {
    this.store = store;
  }

  @Override
  public void admitCreate(Target target, ObjectNode object, WriteContext context) {
    check(target, object, Optional.empty(), context);
  }

  @Override
  public void admitUpdate(Target target, ObjectNode object, ObjectNode old, WriteContext context) {
    if (!onlyCollectorsFieldsChange(object, old)) {
      check(target, object, Optional.of(old), context);
    }
  }

  private void check(
      Target target, ObjectNode object, Optional<ObjectNode> old, WriteContext context) {
    GroupResource resource = target.resource().resource();
    boolean master = context.caller().groups().contains("system:masters");
    if (!resource.group().equals(Roles.GROUP) || master) {
      return;
    }
    if (resource.resource().endsWith("bindings")) {
      checkBinding(target, object, context);
    } else if (!mayEscalate(target, context)) {
      checkRole(target, object, old, context);
    }
  }

  private static boolean mayEscalate(Target target, WriteContext context) {
    return context
        .mayAlso(
            new Access(
                "escalate",
                Roles.GROUP,
                target.resource().resource().resource(),
                "",
                target.namespace(),
                target.name()))
        .allowed();
  }

  private void checkRole(
      Target target, ObjectNode object, Optional<ObjectNode> old, WriteContext context) {
    List<JsonNode> rules = new ArrayList<>();
    object.path("rules").forEach(rules::add);
    confirm(target, object, rules, context);
    boolean aggregates =
        isAggregated(object) || old.filter(RoleEscalation::isAggregated).isPresent();
    if (aggregates) {
      List<JsonNode> everything = new ArrayList<>();
      JsonMapper.shared().readTree(EVERYTHING).forEach(everything::add);
      if (!missing(target, everything, context.caller()).isEmpty()) {
        throw refusal(
            target, object, "must have cluster-admin privileges to use the aggregationRule");
      }
    }
  }

  private static boolean isAggregated(JsonNode role) {
    return !role.path("aggregationRule").path("clusterRoleSelectors").isEmpty();
  }

  private void checkBinding(Target target, ObjectNode object, WriteContext context) {
    JsonNode reference = object.path("roleRef");
    String kind = reference.path("kind").asString("");
    if (!Set.of("Role", "ClusterRole").contains(kind)) {
      throw StatusErrors.internalWithoutReason("unsupported role reference kind: \"" + kind + "\"");
    }
    Access bind =
        new Access(
            "bind",
            reference.path("apiGroup").asString(""),
            kind.equals("Role") ? "roles" : "clusterroles",
            "",
            target.namespace(),
            reference.path("name").asString(""));
    if (context.mayAlso(bind).allowed()) {
      return;
    }
    ObjectNode role =
        new Roles(store.view())
            .find(reference, target.namespace())
            .orElseThrow(
                () ->
                    // Upstream names what was asked for, and the role that is missing.
                    StatusErrors.notFound(target.resource().resource(), bind.name()));
    List<JsonNode> rules = new ArrayList<>();
    role.path("rules").forEach(rules::add);
    confirm(target, object, rules, context);
  }

  private void confirm(
      Target target, ObjectNode object, List<JsonNode> rules, WriteContext context) {
    Caller caller = context.caller();
    Set<String> missing = missing(target, rules, caller);
    if (!missing.isEmpty()) {
      throw refusal(
          target,
          object,
          "user \""
              + caller.user()
              + "\" (groups="
              + RuleCover.quoted(List.copyOf(caller.groups()))
              + ") is attempting to grant RBAC permissions not currently held:\n"
              + String.join("\n", missing));
    }
  }

  private Set<String> missing(Target target, List<JsonNode> rules, Caller caller) {
    User user = new User(caller.user(), "", List.copyOf(caller.groups()), Map.of());
    return new RuleCover(new Roles(store.view()).rulesOf(user, target.namespace())).missing(rules);
  }

  private static RuntimeException refusal(Target target, ObjectNode object, String message) {
    return StatusErrors.forbidden(
        target.resource().resource(), object.path("metadata").path("name").asString(""), message);
  }

  // The garbage collector may let go of a role that it could not make.
  private static boolean onlyCollectorsFieldsChange(ObjectNode object, ObjectNode old) {
    return withoutCollectorsFields(object).equals(withoutCollectorsFields(old));
  }

  private static JsonNode withoutCollectorsFields(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    if (copy.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove(
          new TreeSet<>(
              List.of("ownerReferences", "finalizers", "managedFields", "resourceVersion")));
    }
    return copy;
  }
}
