package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes fields of DRA out of pods that belong to a gate that is off, unless the stored pod uses
 * them already (pkg/api/pod/util.go, 1.37).
 */
final class DisabledPodFields {

  private static final List<String> CONTAINERS =
      List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses");
  private static final String HEALTH = "allocatedResourcesStatus";

  private DisabledPodFields() {}

  /** Drops from the spec of a pod; {@code old} is the stored pod, empty on create. */
  static void dropFromSpec(ObjectNode pod, JsonNode old, FeatureSet features) {
    dropFromTemplate(pod, old, features);
  }

  /** Drops from the spec in a template or a pod; {@code old} is the stored one. */
  static void dropFromTemplate(JsonNode owner, JsonNode old, FeatureSet features) {
    if (owner.path("spec") instanceof ObjectNode spec) {
      GatedFields.drop(spec, old.path("spec"), features);
    }
  }

  /** Drops from a pod's status. */
  static void dropFromStatus(ObjectNode pod, JsonNode old, FeatureSet features) {
    if (!(pod.path("status") instanceof ObjectNode status)) {
      return;
    }
    JsonNode before = old.path("status");
    if (!features.enabled("CSIVolumeHealth") && before.path("volumeHealth").isEmpty()) {
      status.remove("volumeHealth");
    }
    String nodeAllocatable = "nodeAllocatableResourceClaimStatuses";
    if (!features.enabled("DRANodeAllocatableResources")
        && before.path(nodeAllocatable).isEmpty()) {
      status.remove(nodeAllocatable);
    }
    String extended = "extendedResourceClaimStatus";
    if (!features.enabled("DRAExtendedResource") && !before.path(extended).isObject()) {
      status.remove(extended);
    }
    if (!features.enabled("ResourceHealthStatus") && health(before).isEmpty()) {
      containers(status).forEach(container -> container.remove(HEALTH));
    }
    if (!features.enabled("ResourceHealthStatusMessage")
        && devices(before).stream().noneMatch(device -> device.path("message").isString())) {
      devices(status).forEach(device -> ((ObjectNode) device).remove("message"));
    }
  }

  private static List<ObjectNode> containers(JsonNode status) {
    List<ObjectNode> containers = new ArrayList<>();
    for (String list : CONTAINERS) {
      status.path(list).forEach(container -> containers.add((ObjectNode) container));
    }
    return containers;
  }

  private static List<JsonNode> health(JsonNode status) {
    List<JsonNode> health = new ArrayList<>();
    containers(status).forEach(container -> container.path(HEALTH).forEach(health::add));
    return health;
  }

  private static List<JsonNode> devices(JsonNode status) {
    List<JsonNode> devices = new ArrayList<>();
    health(status).forEach(resource -> resource.path("resources").forEach(devices::add));
    return devices;
  }
}
