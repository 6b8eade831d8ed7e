package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Semantic;
import io.github.dratestkit.apiserver.registry.kinds.rules.TolerationValidation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What may change in the spec of a pod (ValidatePodUpdate, pkg/apis/core/validation, 1.37). */
final class PodChanges {

  private static final String ALLOWED =
      "pod updates may not change fields other than `spec.containers[*].image`,"
          + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only"
          + " additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to"
          + " be set to 1 if it was previously negative)";

  private PodChanges() {}

  static void check(Field pod, Field old, FeatureSet features) {
    PodAnnotations.checkUpdate(
        pod.at("metadata", "annotations"), old.at("metadata", "annotations"));
    Field spec = pod.at("spec");
    Field before = old.at("spec");
    if (containersDiffer(spec, before) || deadlineGrows(spec, before)) {
      return;
    }
    tolerations(spec.at("tolerations"), before.at("tolerations"), features);
    gates(spec.at("schedulingGates"), before.at("schedulingGates"));
    if (Semantic.equal(spec.value(), before.value())) {
      return;
    }
    if (!before.at("schedulingGates").isEmpty()) {
      GatedPodChanges.check(spec.value(), before.value(), pod.errors());
    }
    if (!Semantic.equal(withoutMutable(spec.value(), before.value()), before.value())) {
      spec.forbidden(ALLOWED);
    }
  }

  // Says whether there are more or fewer containers, after which nothing more is looked at.
  private static boolean containersDiffer(Field spec, Field before) {
    for (String list : List.of("containers", "initContainers")) {
      Field containers = spec.at(list);
      if (containers.value().size() != before.at(list).value().size()) {
        containers.forbidden("pod updates may not add or remove containers");
        return true;
      }
      for (Field container : containers.items()) {
        container.at("image").isThere();
        ContainerValidation.image(container);
      }
    }
    return false;
  }

  private static boolean deadlineGrows(Field spec, Field before) {
    Field now = spec.at("activeDeadlineSeconds");
    Field then = before.at("activeDeadlineSeconds");
    if (!now.isSet()) {
      if (then.isSet()) {
        now.invalid("must not update from a positive integer to nil value");
      }
      return false;
    }
    if (now.number() < 0 || now.number() > Integer.MAX_VALUE) {
      now.between(0, Integer.MAX_VALUE);
      return true;
    }
    if (then.isSet() && now.number() > then.number()) {
      now.invalid("must be less than or equal to previous value");
      return true;
    }
    return false;
  }

  private static void tolerations(Field now, Field before, FeatureSet features) {
    Set<JsonNode> present = new HashSet<>();
    now.value().forEach(toleration -> present.add(withoutSeconds(toleration)));
    for (JsonNode toleration : before.value()) {
      if (!present.contains(withoutSeconds(toleration))) {
        now.forbidden("existing toleration can not be modified except its tolerationSeconds");
        return;
      }
    }
    TolerationValidation.check(now, features);
  }

  private static JsonNode withoutSeconds(JsonNode toleration) {
    ObjectNode copy = ((ObjectNode) toleration).deepCopy();
    copy.remove("tolerationSeconds");
    return copy;
  }

  // A new gate that stands there more than once is told where it stands last.
  private static void gates(Field now, Field before) {
    Set<String> told = new HashSet<>();
    before.items().forEach(gate -> told.add(gate.at("name").text()));
    List<Field> gates = now.items();
    for (int i = gates.size() - 1; i >= 0; i--) {
      if (told.add(gates.get(i).at("name").text())) {
        gates.get(i).at("name").forbidden("only deletion is allowed");
      }
    }
  }

  // What may change is set back; anything that differs then must not have changed.
  private static JsonNode withoutMutable(JsonNode spec, JsonNode before) {
    ObjectNode copy = ((ObjectNode) spec).deepCopy();
    for (String list : List.of("containers", "initContainers")) {
      if (copy.get(list) instanceof ArrayNode containers) {
        for (int i = 0; i < containers.size(); i++) {
          JsonNode image = before.path(list).path(i).get("image");
          if (image != null) {
            ((ObjectNode) containers.get(i)).set("image", image);
          }
        }
      }
    }
    List<String> mutable =
        new ArrayList<>(List.of("activeDeadlineSeconds", "tolerations", "schedulingGates"));
    if (before.path("terminationGracePeriodSeconds").asLong(0) < 0
        && spec.path("terminationGracePeriodSeconds").asLong(0) == 1) {
      mutable.add("terminationGracePeriodSeconds");
    }
    // Where a gated pod may run may still be narrowed.
    if (!before.path("schedulingGates").isEmpty()) {
      mutable.add("nodeSelector");
      sameNodeAffinity(copy, before);
    }
    for (String field : mutable) {
      JsonNode value = before.get(field);
      if (value == null) {
        copy.remove(field);
      } else {
        copy.set(field, value);
      }
    }
    return copy;
  }

  // Only the part of the affinity that is about nodes.
  private static void sameNodeAffinity(ObjectNode spec, JsonNode before) {
    JsonNode old = before.path("affinity").get("nodeAffinity");
    if (old != null) {
      spec.withObjectProperty("affinity").set("nodeAffinity", old);
    } else if (spec.get("affinity") instanceof ObjectNode affinity) {
      affinity.remove("nodeAffinity");
      if (affinity.isEmpty() && !before.has("affinity")) {
        spec.remove("affinity");
      }
    }
  }
}
