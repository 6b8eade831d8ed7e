package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.NodeVerdict;
import io.github.dratestkit.allocator.version.Compatibility;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Upstream's known faults: reproduced by default, and put right when the rules are asked for. */
class CompatibilityTest {

  private static final Object COUNTERS =
      list(
          object("name", "a", "counters", object("slots", object("value", "1"))),
          object("name", "b", "counters", object("slots", object("value", "1"))));

  private static Map<String, Object> drawing(String name, String set, String amount) {
    return object(
        "name",
        name,
        "consumesCounters",
        list(object("counterSet", set, "counters", object("slots", object("value", amount)))));
  }

  private static Map<String, Object> slice(
      String name, String driver, int generation, int count, Object... more) {
    Map<String, Object> spec =
        object(
            "driver",
            driver,
            "pool",
            object("name", "pool", "generation", generation, "resourceSliceCount", count),
            "nodeName",
            "node-1");
    spec.putAll(object(more));
    return object("metadata", object("name", name), "spec", spec);
  }

  private static Map<String, Object> given(Object slices, Map<String, Object> request) {
    request.put("deviceClassName", "any");
    request.putIfAbsent("allocationMode", "ExactCount");
    return object(
        "features",
        object("PartitionableDevices", true, "AdminAccess", true),
        "implementation",
        "incubating",
        "node",
        object("metadata", object("name", "node-1")),
        "classes",
        list(object("metadata", object("name", "any"))),
        "slices",
        slices,
        "claims",
        list(
            object(
                "metadata",
                object("name", "claim", "namespace", "default"),
                "spec",
                object(
                    "devices",
                    object("requests", list(object("name", "r", "exactly", request)))))));
  }

  private static Object inUse(String... devices) {
    return List.of(devices).stream()
        .map(device -> object("driver", "gpu.example.com", "pool", "pool", "device", device))
        .toList();
  }

  private static void assertVerdicts(
      Map<String, Object> given, NodeVerdict upstream, NodeVerdict rules) {
    assertThat(verdict(given, Compatibility.UPSTREAM)).as("as upstream").isEqualTo(upstream);
    assertThat(verdict(given, Compatibility.RULES)).as("by the rules").isEqualTo(rules);
  }

  private static NodeVerdict verdict(Map<String, Object> given, Compatibility compatibility) {
    ParsedCase parsed = ParsedCase.of(given);
    return Allocator.of(parsed.snapshot(compatibility))
        .verdicts(List.of(parsed.node()), parsed.allClaims(), Budget.UNLIMITED)
        .get(0);
  }

  @Test
  void an_overdrawn_counter_blocks_only_the_devices_that_draw_from_it() {
    Object slices =
        list(
            slice("counters", "gpu.example.com", 1, 2, "sharedCounters", COUNTERS),
            slice(
                "devices",
                "gpu.example.com",
                1,
                2,
                "devices",
                list(drawing("big", "a", "2"), drawing("small", "b", "1"))));
    Map<String, Object> given = given(slices, object("count", 1));
    given.put("allocatedDevices", inUse("big"));
    assertVerdicts(given, NodeVerdict.UNFIT, NodeVerdict.FITS);
  }

  @Test
  void a_pool_whose_allocated_device_is_no_longer_published_gives_no_partitions() {
    Object slices =
        list(
            slice("counters", "gpu.example.com", 1, 2, "sharedCounters", COUNTERS),
            slice("devices", "gpu.example.com", 1, 2, "devices", list(drawing("new", "a", "1"))));
    Map<String, Object> given = given(slices, object("count", 1));
    given.put("allocatedDevices", inUse("old"));
    assertVerdicts(given, NodeVerdict.FITS, NodeVerdict.UNFIT);
  }

  @Test
  void administrative_access_does_not_wait_for_counters() {
    Object slices =
        list(
            slice("counters", "gpu.example.com", 1, 2, "sharedCounters", COUNTERS),
            slice("devices", "gpu.example.com", 1, 2, "devices", list(drawing("one", "a", "1"))));
    Map<String, Object> given = given(slices, object("count", 1, "adminAccess", true));
    given.put("allocatedDevices", inUse("one"));
    assertVerdicts(given, NodeVerdict.UNFIT, NodeVerdict.FITS);
  }

  @Test
  void slices_that_do_not_agree_on_their_number_make_the_pool_invalid() {
    Object slices =
        list(
            slice("first", "gpu.example.com", 1, 2, "devices", list(object("name", "d0"))),
            slice("second", "gpu.example.com", 1, 3, "devices", list(object("name", "d1"))));
    assertVerdicts(given(slices, object("count", 1)), NodeVerdict.FITS, NodeVerdict.NODE_ERROR);
  }

  @Test
  void an_incomplete_pool_stands_in_the_way_of_all_devices_on_its_node_only() {
    Object slices =
        list(
            slice("whole", "gpu.example.com", 1, 1, "devices", list(object("name", "d0"))),
            slice("part", "nic.example.com", 1, 2, "devices", list(object("name", "d1"))));
    assertVerdicts(
        given(slices, object("allocationMode", "All")), NodeVerdict.FATAL, NodeVerdict.NODE_ERROR);
  }

  @Test
  void a_device_whose_node_selector_has_several_terms_is_passed_over() {
    Map<String, Object> term =
        object(
            "matchFields",
            list(object("key", "metadata.name", "operator", "In", "values", list("node-1"))));
    Object devices =
        list(
            object("name", "d0", "nodeSelector", object("nodeSelectorTerms", list(term, term))),
            object("name", "d1", "nodeName", "node-1"));
    Map<String, Object> slice =
        slice("slice", "gpu.example.com", 1, 1, "perDeviceNodeSelection", true, "devices", devices);
    ((Map<?, ?>) slice.get("spec")).remove("nodeName");
    assertVerdicts(given(list(slice), object("count", 1)), NodeVerdict.FATAL, NodeVerdict.FITS);
  }

  @Test
  void an_old_generation_is_left_alone_once_another_node_has_a_new_one() {
    Map<String, Object> elsewhere =
        slice("new", "gpu.example.com", 2, 1, "devices", list(object("name", "d1")));
    @SuppressWarnings("unchecked")
    Map<String, Object> spec = (Map<String, Object>) elsewhere.get("spec");
    spec.put("nodeName", "node-2");
    Object slices =
        list(
            slice("old", "gpu.example.com", 1, 1, "devices", list(object("name", "d0"))),
            elsewhere);
    assertVerdicts(given(slices, object("count", 1)), NodeVerdict.FITS, NodeVerdict.UNFIT);
  }
}
