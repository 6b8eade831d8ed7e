package io.github.dratestkit.allocator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Explanation;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.cases.ParsedCase;
import io.github.dratestkit.allocator.cases.RandomCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplainerTest {

  private static final String TEMPLATE =
      """
      {"features": {"ConsumableCapacity": true, "DeviceTaints": true},
       "node": {"metadata": {"name": "node-1"}},
       "classes": [{"metadata": {"name": "any"}, "spec": {}}],
       "slices": [{"metadata": {"name": "s"}, "spec": {"driver": "gpu.example.com", "nodeName": "node-1",
         "pool": {"name": "p", "generation": 1, "resourceSliceCount": 1},
         "devices": [
           {"name": "d0", "attributes": {"model": {"string": "a100"}}},
           {"name": "d1", "attributes": {"model": {"string": "h100"}},
            "taints": [{"key": "sick", "value": "yes", "effect": "NoSchedule"}]},
           {"name": "d2", "attributes": {"model": {"string": "h100"}}}]}}],
       "allocatedDevices": [{"driver": "gpu.example.com", "pool": "p", "device": "d2"}],
       "claims": [{"metadata": {"name": "c", "namespace": "default"}, "spec": {"devices": {"requests": [
         {"name": "r", "exactly": {"deviceClassName": "any", "allocationMode": "ExactCount", "count": COUNT,
          "selectors": [{"cel": {"expression":
            "device.attributes[\\"gpu.example.com\\"].model == \\"h100\\""}}]}}]}}}]}
      """;

  private static List<String> explain(int count) {
    ParsedCase given = ParsedCase.of(TEMPLATE.replace("COUNT", String.valueOf(count)));
    Explanation explanation =
        Allocator.of(given.snapshot())
            .allocate(given.node(), given.allClaims(), Budget.UNLIMITED)
            .explanation();
    List<String> lines = new ArrayList<>();
    collect(explanation, lines);
    return lines;
  }

  private static void collect(Explanation explanation, List<String> lines) {
    lines.add(explanation.subject() + " " + explanation.reason());
    explanation.because().forEach(part -> collect(part, lines));
  }

  @Test
  void a_selector_is_quoted_with_the_values_that_it_saw() {
    assertThat(explain(1))
        .anyMatch(
            line ->
                line.startsWith("device gpu.example.com/p/d0 selector 0 of request r")
                    && line.endsWith("gpu.example.com/model is \"a100\""));
  }

  @Test
  void a_taint_that_is_not_tolerated_is_named() {
    assertThat(explain(1))
        .contains(
            "device gpu.example.com/p/d1 has the taint sick=yes:NoSchedule,"
                + " which is not tolerated");
  }

  @Test
  void a_device_in_use_is_named() {
    assertThat(explain(1)).contains("device gpu.example.com/p/d2 is in use");
  }

  @Test
  void a_full_node_says_which_devices_would_have_to_be_released() {
    assertThat(explain(1))
        .contains(
            "verdict full now: it would fit if these devices were released:"
                + " gpu.example.com/p/d2");
  }

  @Test
  void an_impossible_claim_says_that_no_release_helps() {
    assertThat(explain(2)).contains("verdict impossible here: no release of devices would help");
  }

  @Test
  void releasing_the_named_devices_makes_random_claims_fit() {
    int full = 0;
    for (long seed = 0; seed < 400; seed++) {
      Map<String, Object> values = RandomCase.of(seed);
      ParsedCase given = ParsedCase.of(values);
      String released = released(given);
      if (released != null) {
        full++;
        for (String use : List.of("allocatedDevices", "allocatedShares", "consumedCapacity")) {
          values.put(use, without((List<?>) values.get(use), released));
        }
        assertThat(allocate(ParsedCase.of(values)))
            .as("seed " + seed + " after the release of " + released)
            .isInstanceOf(Outcome.Allocated.class);
      }
    }
    assertThat(full).isPositive();
  }

  private static Outcome allocate(ParsedCase given) {
    return Allocator.of(given.snapshot())
        .allocate(given.node(), given.allClaims(), Budget.ofSteps(200_000));
  }

  private static @Nullable String released(ParsedCase given) {
    if (!(allocate(given) instanceof Outcome.Unfit unfit)) {
      return null;
    }
    String prefix = "verdict full now: it would fit if these devices were released: ";
    List<String> lines = new ArrayList<>();
    collect(unfit.explanation(), lines);
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .findFirst()
        .orElse(null);
  }

  private static List<Object> without(List<?> uses, String released) {
    List<String> gone = List.of(released.split(", "));
    List<Object> rest = new ArrayList<>();
    for (Object use : uses) {
      Map<?, ?> device = (Map<?, ?>) use;
      String id = device.get("driver") + "/" + device.get("pool") + "/" + device.get("device");
      if (!gone.contains(id)) {
        rest.add(use);
      }
    }
    return rest;
  }
}
