package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Partitions that can be allocated together with the whole that they are a part of. */
final class Partitions implements Advice {

  private static final LintRule RULE =
      LintRule.warning(
          "parent-and-partition-whole",
          "without a common counter set the scheduler takes both as devices of their own and gives"
              + " the same hardware away twice",
          "let the partition and its parent consume counters of one shared counter set");

  @Override
  public List<LintRule> rules() {
    return List.of(RULE);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    for (List<Subject> slices : inventory.pools().values()) {
      List<PlacedDevice> devices = Inventory.devices(slices);
      Map<String, PlacedDevice> wholes = new HashMap<>();
      for (PlacedDevice device : devices) {
        wholes.put(device.name(), device);
        String uuid = device.device().path("attributes").path("uuid").path("string").asString("");
        if (!uuid.isEmpty()) {
          wholes.put(uuid, device);
        }
      }
      devices.forEach(device -> check(device, wholes, findings));
    }
    return findings;
  }

  private static void check(
      PlacedDevice partition, Map<String, PlacedDevice> wholes, List<LintFinding> findings) {
    partition
        .device()
        .path("attributes")
        .forEachEntry(
            (name, value) -> {
              if (!isReference(name)) {
                return;
              }
              PlacedDevice parent = wholes.get(value.path("string").asString(""));
              if (parent == null || parent.equals(partition)) {
                return;
              }
              Set<String> common = counterSets(partition);
              common.retainAll(counterSets(parent));
              if (common.isEmpty()) {
                findings.add(
                    partition
                        .slice()
                        .finding(
                            RULE,
                            partition.path(),
                            partition.name()
                                + " is a part of "
                                + parent.name()
                                + ", but they share no counter set"));
              }
            });
  }

  private static boolean isReference(String attribute) {
    String name = attribute.substring(attribute.indexOf('/') + 1).toLowerCase(Locale.ROOT);
    return name.startsWith("parent");
  }

  private static Set<String> counterSets(PlacedDevice device) {
    Set<String> sets = new HashSet<>();
    Subject.items(device.device(), "consumesCounters")
        .forEach(consumption -> sets.add(consumption.path("counterSet").asString("")));
    return sets;
  }
}
