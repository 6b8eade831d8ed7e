package io.github.dratestkit.apiserver.resource;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The attribute that names the type of a partition: every device with counters must have it. */
final class PartitionTypeRules {

  private PartitionTypeRules() {}

  static void check(JsonNode spec, String path, Findings findings) {
    if (!Tree.has(spec, "partitionTypeAttribute")) {
      return;
    }
    String name = Tree.text(spec, "partitionTypeAttribute");
    String at = path + ".partitionTypeAttribute";
    List<JsonNode> devices = Tree.items(spec, "devices");
    if (devices.stream().noneMatch(PartitionTypeRules::consumesCounters)) {
      findings.invalid(at, name, "only a slice with devices that consume counters can have it");
      return;
    }
    // What is wrong with the name itself is found by a declared rule.
    Findings ofName = Findings.none();
    Formats.fullyQualifiedName(name, at, ofName);
    if (ofName.all().isEmpty()) {
      devices(devices, name, Tree.text(spec, "driver"), path + ".devices", findings);
    }
  }

  private static void devices(
      List<JsonNode> devices, String name, String driver, String path, Findings findings) {
    String bare = name.startsWith(driver + "/") ? name.substring(driver.length() + 1) : name;
    for (int i = 0; i < devices.size(); i++) {
      if (!consumesCounters(devices.get(i))) {
        continue;
      }
      String at = Path.key(Path.index(path, i) + ".attributes", name);
      JsonNode attributes = devices.get(i).path("attributes");
      JsonNode attribute =
          Tree.has(attributes, name) ? attributes.path(name) : attributes.path(bare);
      if (attribute.isMissingNode()) {
        findings.required(at, "partitionTypeAttribute names it");
      } else if (!Tree.has(attribute, "string")) {
        findings.invalid(
            at, attribute.toString(), "must be a string because partitionTypeAttribute names it");
      }
    }
  }

  private static boolean consumesCounters(JsonNode device) {
    return !Tree.items(device, "consumesCounters").isEmpty();
  }
}
