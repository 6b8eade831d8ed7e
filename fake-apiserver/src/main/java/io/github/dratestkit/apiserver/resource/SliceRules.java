package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What a slice may say. What other slices of its pool say is never looked at. */
final class SliceRules {

  private static final int DEVICES_LIMIT = 128;
  private static final int RICH_DEVICES_LIMIT = 64;
  private static final List<String> LIST_VALUES = List.of("ints", "bools", "strings", "versions");

  private final boolean partitionTypes;
  private final DeviceRules devices;

  SliceRules(FeatureSet features) {
    this.partitionTypes = features.enabled("DRAPartitionableDevicesType");
    this.devices = new DeviceRules(features);
  }

  /** Checks {@code spec}; {@code old} is the stored one, missing for a new slice. */
  void check(JsonNode spec, JsonNode old, String path, Findings findings) {
    Formats.driver(Tree.text(spec, "driver"), path + ".driver", findings);
    pool(spec.path("pool"), path + ".pool", findings);
    if (!old.isMissingNode()) {
      immutables(spec, old, path, findings);
    }
    NodeSelectionRules.ofSlice(spec, path, findings);
    if (Tree.has(spec, "sharedCounters") && Tree.has(spec, "devices")) {
      findings.invalid(
          path, "", "sharedCounters and devices must be in different slices, even if empty");
    }
    devices(spec, old, path + ".devices", findings);
    CounterRules.sets(spec, path + ".sharedCounters", findings);
    PartitionTypeRules.check(spec, path, findings);
    if (!partitionTypes) {
      keptOnly(spec, old, path, findings);
    }
    SkipNodeOperationRules.check(spec, path, findings);
  }

  /** The generation may go down. */
  private static void pool(JsonNode pool, String path, Findings findings) {
    Formats.pool(Tree.text(pool, "name"), path + ".name", findings);
    long count = Tree.number(pool, "resourceSliceCount");
    if (count <= 0) {
      findings.invalid(path + ".resourceSliceCount", count, "must be greater than zero");
    }
    long generation = Tree.number(pool, "generation");
    if (generation < 0) {
      findings.invalid(path + ".generation", generation, "must be at least zero");
    }
  }

  private static void immutables(JsonNode spec, JsonNode old, String path, Findings findings) {
    immutable(
        spec.path("pool").path("name"),
        old.path("pool").path("name"),
        path + ".pool.name",
        findings);
    immutable(spec.path("driver"), old.path("driver"), path + ".driver", findings);
    immutable(spec.path("nodeName"), old.path("nodeName"), path + ".nodeName", findings);
  }

  /**
   * With the gate off the attribute is only there if it was before, and then it must not change.
   */
  private static void keptOnly(JsonNode spec, JsonNode old, String path, Findings findings) {
    String field = "partitionTypeAttribute";
    if (Tree.has(spec, field) && !SemanticEquality.same(spec.path(field), old.path(field))) {
      findings.add(
          FieldError.forbidden(Path.child(path, field), "DRAPartitionableDevicesType is off"));
    }
  }

  private static void immutable(JsonNode value, JsonNode old, String path, Findings findings) {
    if (!SemanticEquality.same(value, old)) {
      findings.invalid(path, value.asString(""), "field is immutable");
    }
  }

  private void devices(JsonNode spec, JsonNode old, String path, Findings findings) {
    List<JsonNode> all = Tree.items(spec, "devices");
    boolean perDevice = Tree.isTrue(spec, "perDeviceNodeSelection");
    int limit = all.stream().anyMatch(SliceRules::isRich) ? RICH_DEVICES_LIMIT : DEVICES_LIMIT;
    if (Lists.fits(all, limit, path, findings)) {
      Lists.each(
          all,
          path,
          (device, at, found) -> devices.check(device, same(old, device), perDevice, at, found),
          findings);
      Lists.unique(all, path, device -> Tree.text(device, "name"), findings);
    }
  }

  private static JsonNode same(JsonNode old, JsonNode device) {
    Optional<JsonNode> found =
        Tree.items(old, "devices").stream()
            .filter(one -> Tree.text(one, "name").equals(Tree.text(device, "name")))
            .findFirst();
    return found.orElse(MissingNode.getInstance());
  }

  /** Devices with taints, counters or list attributes are so big that a slice holds fewer. */
  private static boolean isRich(JsonNode device) {
    if (!Tree.items(device, "taints").isEmpty()
        || !Tree.items(device, "consumesCounters").isEmpty()) {
      return true;
    }
    for (var attribute : Tree.entries(device, "attributes")) {
      if (LIST_VALUES.stream().anyMatch(field -> Tree.has(attribute.getValue(), field))) {
        return true;
      }
    }
    return false;
  }
}
