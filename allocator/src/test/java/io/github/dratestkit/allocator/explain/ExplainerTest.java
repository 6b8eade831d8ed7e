package io.github.dratestkit.allocator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Explanation;
import io.github.dratestkit.allocator.cases.ParsedCase;
import java.util.ArrayList;
import java.util.List;
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
    return explain(TEMPLATE.replace("COUNT", String.valueOf(count)));
  }

  private static List<String> explain(String json) {
    ParsedCase given = ParsedCase.of(json);
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
  void expressions_with_single_quotes_show_their_values_too() {
    String json =
        TEMPLATE
            .replace("COUNT", "1")
            .replace(
                "[\\\"gpu.example.com\\\"].model == \\\"h100\\\"",
                "['gpu.example.com'].model == 'h100'");
    assertThat(explain(json))
        .anyMatch(
            line ->
                line.contains("['gpu.example.com']")
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
            "verdict full now: it would fit after the release of device gpu.example.com/p/d2");
  }

  @Test
  void an_impossible_claim_says_that_no_release_helps() {
    assertThat(explain(2)).contains("verdict impossible here: no release of devices would help");
  }
}
