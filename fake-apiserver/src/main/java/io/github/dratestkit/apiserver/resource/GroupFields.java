package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of pod groups, and of templates for them, whose gates may be off: they go unless the
 * old object has them (dropDisabled… in pkg/registry/scheduling, 1.37).
 */
final class GroupFields {

  private static final Map<String, String> GATES =
      Map.of(
          "schedulingConstraints", "TopologyAwareWorkloadScheduling",
          "resourceClaims", "DRAWorkloadResourceClaims",
          "preemptionPolicy", "PodGroupPreemptionPolicy",
          "parentCompositePodGroupName", "CompositePodGroup");

  private final FeatureSet features;

  GroupFields(FeatureSet features) {
    this.features = features;
  }

  /** Takes the fields of a group or a template away. */
  void dropDisabled(ObjectNode group, JsonNode old) {
    GATES.forEach(
        (field, gate) -> {
          if (!features.enabled(gate) && !isUsed(old, field)) {
            group.remove(field);
          }
        });
  }

  void dropDisabledStatus(ObjectNode status, JsonNode oldSpec) {
    if (!features.enabled("DRAWorkloadResourceClaims") && !isUsed(oldSpec, "resourceClaims")) {
      status.remove("resourceClaimStatuses");
    }
  }

  /** Takes the fields of all templates of a workload away; old ones are found by their place. */
  void dropDisabledOfTemplates(ObjectNode workload, JsonNode old) {
    if (!features.enabled("CompositePodGroup") && !isUsed(old, "compositePodGroupTemplates")) {
      workload.remove("compositePodGroupTemplates");
    }
    ofPodGroups(workload, old);
    for (ObjectNode composite : Tree.objects(workload, "compositePodGroupTemplates")) {
      JsonNode before =
          Tree.items(old, "compositePodGroupTemplates").stream()
              .filter(one -> Tree.text(one, "name").equals(Tree.text(composite, "name")))
              .findFirst()
              .orElse(MissingNode.getInstance());
      if (!features.enabled("PodGroupPreemptionPolicy") && !isUsed(before, "preemptionPolicy")) {
        composite.remove("preemptionPolicy");
      }
      dropDisabledOfTemplates(composite, before);
    }
  }

  private void ofPodGroups(ObjectNode owner, JsonNode old) {
    List<ObjectNode> templates = Tree.objects(owner, "podGroupTemplates");
    for (int i = 0; i < templates.size(); i++) {
      dropDisabled(templates.get(i), old.path("podGroupTemplates").path(i));
    }
  }

  private static boolean isUsed(JsonNode old, String field) {
    JsonNode value = old.path(field);
    return Tree.has(old, field) && !(value.isArray() && value.isEmpty());
  }
}
