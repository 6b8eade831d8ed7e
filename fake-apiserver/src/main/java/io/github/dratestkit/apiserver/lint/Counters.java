package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Counters that nobody consumes or that no device can be satisfied by. */
final class Counters implements Advice {

  private static final LintRule UNUSED =
      LintRule.warning(
          "unused-counter",
          "a counter that no device consumes limits nothing",
          "let devices consume it, or leave it out");
  private static final LintRule TOO_SMALL =
      LintRule.warning(
          "unsatisfiable-counter",
          "a device that needs more of a counter than there is can never be allocated",
          "raise the counter, or lower what the device consumes");
  private static final LintRule UNKNOWN =
      LintRule.warning(
          "unknown-counter",
          "a device that consumes a counter which the pool does not have makes the whole pool"
              + " invalid",
          "name a counter of a counter set in the same pool");

  private record CounterName(String set, String counter) {}

  private record Found(Subject slice, String path, Quantity value) {}

  @Override
  public List<LintRule> rules() {
    return List.of(UNUSED, TOO_SMALL, UNKNOWN);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    for (List<Subject> slices : inventory.pools().values()) {
      check(slices, findings);
    }
    return findings;
  }

  private static void check(List<Subject> slices, List<LintFinding> findings) {
    Map<CounterName, Found> counters = counters(slices);
    Map<CounterName, Found> unused = new HashMap<>(counters);
    for (PlacedDevice placed : Inventory.devices(slices)) {
      List<JsonNode> consumptions = Subject.items(placed.device(), "consumesCounters");
      for (int i = 0; i < consumptions.size(); i++) {
        String path = placed.path() + ".consumesCounters[" + i + "]";
        String set = consumptions.get(i).path("counterSet").asString("");
        for (Map.Entry<String, JsonNode> one : consumptions.get(i).path("counters").properties()) {
          CounterName name = new CounterName(set, one.getKey());
          unused.remove(name);
          consumption(placed, path, name, one.getValue(), counters.get(name), findings);
        }
      }
    }
    counters.forEach(
        (name, found) -> {
          if (unused.containsKey(name)) {
            findings.add(
                found
                    .slice()
                    .finding(UNUSED, found.path(), "no device of the pool consumes " + text(name)));
          }
        });
  }

  private static void consumption(
      PlacedDevice placed,
      String path,
      CounterName name,
      JsonNode amount,
      @org.jspecify.annotations.Nullable Found found,
      List<LintFinding> findings) {
    String at = path + ".counters[" + name.counter() + "]";
    if (found == null) {
      findings.add(placed.slice().finding(UNKNOWN, at, "the pool has no " + text(name)));
      return;
    }
    Quantity wanted = Quantity.parse(amount.path("value").asString("0"));
    if (wanted.compareTo(found.value()) > 0) {
      findings.add(
          placed
              .slice()
              .finding(
                  TOO_SMALL,
                  at,
                  placed.name()
                      + " needs "
                      + wanted
                      + " of "
                      + text(name)
                      + ", which has "
                      + found.value()));
    }
  }

  private static Map<CounterName, Found> counters(List<Subject> slices) {
    Map<CounterName, Found> counters = new java.util.LinkedHashMap<>();
    for (Subject slice : slices) {
      List<JsonNode> sets = Subject.items(slice.spec(), "sharedCounters");
      for (int i = 0; i < sets.size(); i++) {
        String set = sets.get(i).path("name").asString("");
        for (Map.Entry<String, JsonNode> counter : sets.get(i).path("counters").properties()) {
          counters.put(
              new CounterName(set, counter.getKey()),
              new Found(
                  slice,
                  "spec.sharedCounters[" + i + "].counters[" + counter.getKey() + "]",
                  Quantity.parse(counter.getValue().path("value").asString("0"))));
        }
      }
    }
    return counters;
  }

  private static String text(CounterName name) {
    return "counter " + name.counter() + " of set " + name.set();
  }
}
