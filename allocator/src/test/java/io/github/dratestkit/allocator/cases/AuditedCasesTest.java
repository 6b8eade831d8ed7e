package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Legal allocations of random cases, spoilt in one respect: either the result is changed or the
 * world around it. The audit must name the rule that is broken, each time.
 */
class AuditedCasesTest {

  /** A case, and what the allocator gives for it. */
  private record Legal(Map<String, Object> given, List<AllocationResult> results) {

    Map<String, Object> world() {
      return Shrinker.copyOf(given);
    }

    DeviceRequestAllocationResult first() {
      return results.stream()
          .flatMap(result -> result.getDevices().getResults().stream())
          .findFirst()
          .orElseThrow();
    }

    boolean has(String feature) {
      return Boolean.TRUE.equals(((Map<?, ?>) given.get("features")).get(feature));
    }

    boolean isStable() {
      return "stable".equals(given.get("implementation"));
    }
  }

  private static final int CASES = Sample.atLeast(80, 150);

  private static final List<Legal> LEGAL = new ArrayList<>();

  @BeforeAll
  static void allocate() {
    for (long seed = 40_000; LEGAL.size() < CASES; seed++) {
      Map<String, Object> given = RandomCase.plain(seed);
      ParsedCase parsed = ParsedCase.of(given);
      Outcome outcome =
          Allocator.of(parsed.snapshot())
              .allocate(parsed.node(), parsed.allClaims(), Budget.UNLIMITED);
      if (outcome instanceof Outcome.Allocated allocated
          && allocated.results().stream()
              .anyMatch(result -> !result.getDevices().getResults().isEmpty())) {
        LEGAL.add(new Legal(given, allocated.results()));
      }
    }
  }

  private static Set<Rule> broken(Map<String, Object> given, List<AllocationResult> results) {
    Set<Rule> rules = EnumSet.noneOf(Rule.class);
    Audited.violations(ParsedCase.of(given), results)
        .forEach(violation -> rules.add(violation.rule()));
    return rules;
  }

  /** Changes the first device of each allocation; what it returns as null is passed over. */
  private static void assertDeviceBreaks(
      BiFunction<Legal, DeviceRequestAllocationResult, DeviceRequestAllocationResult> change,
      Rule... anyOf) {
    int checked = 0;
    for (Legal legal : LEGAL) {
      DeviceRequestAllocationResult changed = change.apply(legal, legal.first());
      if (changed != null) {
        checked++;
        assertThat(broken(legal.given(), replaceFirst(legal, List.of(changed))))
            .as("%s with %s", legal.given().get("id"), changed)
            .containsAnyOf(anyOf);
      }
    }
    assertThat(checked).isPositive();
  }

  private static List<AllocationResult> replaceFirst(
      Legal legal, List<DeviceRequestAllocationResult> others) {
    List<AllocationResult> results = new ArrayList<>();
    boolean replaced = false;
    for (AllocationResult result : legal.results()) {
      List<DeviceRequestAllocationResult> devices =
          new ArrayList<>(result.getDevices().getResults());
      if (!replaced && !devices.isEmpty()) {
        devices.remove(0);
        devices.addAll(0, others);
        replaced = true;
      }
      results.add(
          new AllocationResultBuilder(result)
              .editDevices()
              .withResults(devices)
              .endDevices()
              .build());
    }
    return results;
  }

  private static DeviceRequestAllocationResultBuilder change(DeviceRequestAllocationResult result) {
    return new DeviceRequestAllocationResultBuilder(result);
  }

  @Test
  void a_missing_device_breaks_the_count() {
    for (Legal legal : LEGAL) {
      assertThat(broken(legal.given(), replaceFirst(legal, List.of())))
          .as("%s", legal.given().get("id"))
          .containsAnyOf(Rule.COUNT, Rule.ALL_DEVICES);
    }
  }

  @Test
  void a_device_twice_is_one_too_many() {
    for (Legal legal : LEGAL) {
      assertThat(broken(legal.given(), replaceFirst(legal, List.of(legal.first(), legal.first()))))
          .as("%s", legal.given().get("id"))
          .contains(Rule.EXCLUSIVE_USE);
    }
  }

  @Test
  void what_the_claim_did_not_ask_for_is_named() {
    assertDeviceBreaks(
        (legal, result) -> change(result).withRequest("other").build(), Rule.KNOWN_REQUEST);
    assertDeviceBreaks(
        (legal, result) -> change(result).withDevice("other").build(), Rule.PUBLISHED);
    assertDeviceBreaks((legal, result) -> change(result).withPool("other").build(), Rule.PUBLISHED);
    assertDeviceBreaks(
        (legal, result) ->
            change(result)
                .withAdminAccess(Boolean.TRUE.equals(result.getAdminAccess()) ? null : true)
                .build(),
        Rule.ADMIN_ACCESS);
  }

  @Test
  void fields_that_are_copied_must_be_copied() {
    assertDeviceBreaks(
        (legal, result) -> change(result).addToTolerations(new DeviceToleration()).build(),
        Rule.COPIED_FIELD);
    assertDeviceBreaks(
        (legal, result) -> change(result).addToBindingConditions("never").build(),
        Rule.COPIED_FIELD);
  }

  @Test
  void shares_are_marked_and_counted() {
    assertDeviceBreaks(
        (legal, result) ->
            change(result).withShareID(result.getShareID() == null ? "share" : null).build(),
        Rule.CAPACITY_AMOUNT);
    assertDeviceBreaks(
        (legal, result) -> {
          Map<String, Quantity> consumed = result.getConsumedCapacity();
          if (consumed == null || consumed.isEmpty()) {
            return null;
          }
          Map<String, Quantity> more = new LinkedHashMap<>(consumed);
          more.replaceAll((name, amount) -> new Quantity("123456"));
          return change(result).withConsumedCapacity(more).build();
        },
        Rule.CAPACITY_AMOUNT);
  }

  @Test
  void configuration_is_that_of_classes_and_claim() {
    for (Legal legal : LEGAL) {
      List<AllocationResult> more = new ArrayList<>(legal.results());
      DeviceAllocationConfiguration stray = new DeviceAllocationConfiguration();
      stray.setSource("FromClaim");
      more.replaceAll(
          result ->
              new AllocationResultBuilder(result)
                  .editDevices()
                  .addToConfig(stray)
                  .endDevices()
                  .build());
      assertThat(broken(legal.given(), more)).contains(Rule.CONFIGURATION);
    }
  }

  @Test
  void a_local_device_needs_a_node_selector() {
    int local = 0;
    for (Legal legal : LEGAL) {
      List<AllocationResult> none = new ArrayList<>(legal.results());
      boolean named =
          none.stream()
              .anyMatch(one -> String.valueOf(one.getNodeSelector()).contains("metadata.name"));
      none.replaceAll(one -> new AllocationResultBuilder(one).withNodeSelector(null).build());
      if (named && !legal.isStable()) {
        local++;
        assertThat(broken(legal.given(), none)).contains(Rule.NODE);
      }
    }
    assertThat(local).isGreaterThan(10);
  }

  /** Changes the world of each allocation; what it returns as null is passed over. */
  private static void assertWorldBreaks(
      BiFunction<Legal, Map<String, Object>, Map<String, Object>> change, Rule... anyOf) {
    int checked = 0;
    for (Legal legal : LEGAL) {
      Map<String, Object> world = change.apply(legal, legal.world());
      if (world != null) {
        checked++;
        assertThat(broken(world, legal.results()))
            .as("%s", legal.given().get("id"))
            .containsAnyOf(anyOf);
      }
    }
    assertThat(checked).isPositive();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> objects(Map<String, Object> in, String name) {
    return (List<Map<String, Object>>) in.getOrDefault(name, list());
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> part(Map<String, Object> in, String name) {
    return (Map<String, Object>) in.get(name);
  }

  private static Map<String, Object> changeFirstDevice(
      Legal legal, Map<String, Object> world, UnaryOperator<Map<String, Object>> change) {
    DeviceRequestAllocationResult first = legal.first();
    for (Map<String, Object> slice : objects(world, "slices")) {
      Map<String, Object> spec = part(slice, "spec");
      if (first.getDriver().equals(spec.get("driver"))
          && first.getPool().equals(part(spec, "pool").get("name"))) {
        objects(spec, "devices")
            .replaceAll(
                device ->
                    first.getDevice().equals(device.get("name")) ? change.apply(device) : device);
      }
    }
    return world;
  }

  @Test
  void selectors_of_class_and_request_must_match() {
    Map<String, Object> never = object("cel", object("expression", "false"));
    assertWorldBreaks(
        (legal, world) -> {
          objects(world, "classes")
              .forEach(
                  one -> {
                    Map<String, Object> spec = new LinkedHashMap<>();
                    if (one.get("spec") != null) {
                      spec.putAll(part(one, "spec"));
                    }
                    spec.put("selectors", list(never));
                    one.put("spec", spec);
                  });
          return world;
        },
        Rule.SELECTOR);
    assertWorldBreaks(
        (legal, world) -> {
          objects(world, "classes").clear();
          return world;
        },
        Rule.SELECTOR);
  }

  @Test
  void taints_must_be_tolerated() {
    for (String effect : List.of("NoSchedule", "NoExecute")) {
      assertWorldBreaks(
          (legal, world) -> {
            boolean everything =
                legal.first().getTolerations().stream()
                    .anyMatch(one -> one.getKey() == null || one.getKey().isEmpty());
            if (everything || !legal.has("DeviceTaints")) {
              return null;
            }
            return changeFirstDevice(
                legal,
                world,
                device -> {
                  device.put("taints", list(object("key", "example.com/never", "effect", effect)));
                  return device;
                });
          },
          Rule.TAINT);
    }
  }

  @Test
  void a_device_in_use_cannot_be_used_again() {
    assertWorldBreaks(
        (legal, world) -> {
          DeviceRequestAllocationResult first = legal.first();
          if (Boolean.TRUE.equals(first.getAdminAccess())) {
            return null;
          }
          objects(world, "allocatedDevices")
              .add(
                  object(
                      "driver", first.getDriver(),
                      "pool", first.getPool(),
                      "device", first.getDevice()));
          return world;
        },
        Rule.EXCLUSIVE_USE);
  }

  @Test
  void shares_that_others_hold_are_counted() {
    assertWorldBreaks(
        (legal, world) -> {
          DeviceRequestAllocationResult first = legal.first();
          Map<String, Quantity> consumed = first.getConsumedCapacity();
          boolean something =
              consumed != null
                  && consumed.values().stream()
                      .anyMatch(
                          one -> Quantity.getAmountInBytes(one).compareTo(BigDecimal.ZERO) > 0);
          if (!something) {
            return null;
          }
          Map<String, Object> everything = new LinkedHashMap<>();
          consumed.keySet().forEach(name -> everything.put(name, "1000Gi"));
          objects(world, "consumedCapacity")
              .add(
                  object(
                      "driver", first.getDriver(),
                      "pool", first.getPool(),
                      "device", first.getDevice(),
                      "capacity", everything));
          return world;
        },
        Rule.CAPACITY_TOTAL);
  }

  @Test
  void counters_must_suffice() {
    assertWorldBreaks(
        (legal, world) -> {
          boolean[] draws = {false};
          changeFirstDevice(
              legal,
              world,
              device -> {
                for (Map<String, Object> use : objects(device, "consumesCounters")) {
                  Map<String, Object> counters = part(use, "counters");
                  counters.replaceAll((name, value) -> object("value", "1000Gi"));
                  draws[0] |= counters.keySet().stream().anyMatch(name -> name.equals("slots"));
                }
                return device;
              });
          return draws[0] ? world : null;
        },
        Rule.COUNTER);
  }

  @Test
  void pools_must_be_whole_and_current() {
    assertWorldBreaks(
        (legal, world) -> {
          for (Map<String, Object> slice : objects(world, "slices")) {
            part(part(slice, "spec"), "pool").put("resourceSliceCount", 99);
          }
          return world;
        },
        Rule.PUBLISHED);
    assertWorldBreaks(
        (legal, world) -> {
          objects(world, "slices")
              .add(
                  object(
                      "metadata",
                      object("name", "newer"),
                      "spec",
                      object(
                          "driver",
                          legal.first().getDriver(),
                          "pool",
                          object(
                              "name",
                              legal.first().getPool(),
                              "generation",
                              99,
                              "resourceSliceCount",
                              1),
                          "allNodes",
                          true,
                          "devices",
                          list())));
          return world;
        },
        Rule.PUBLISHED);
  }

  @Test
  void constraints_must_hold() {
    for (String kind : List.of("matchAttribute", "distinctAttribute")) {
      assertWorldBreaks(
          (legal, world) -> {
            if (legal.results().get(0).getDevices().getResults().isEmpty()) {
              return null;
            }
            Map<String, Object> devices =
                part(part(objects(world, "claims").get(0), "spec"), "devices");
            devices.put("constraints", list(object(kind, "nobody.example.com/has")));
            return world;
          },
          Rule.CONSTRAINT);
    }
  }

  @Test
  void features_must_be_on() {
    assertWorldBreaks(
        (legal, world) -> {
          boolean[] draws = {false};
          changeFirstDevice(
              legal,
              world,
              device -> {
                draws[0] = !objects(device, "consumesCounters").isEmpty();
                return device;
              });
          part(world, "features").remove("PartitionableDevices");
          return draws[0] ? world : null;
        },
        Rule.FEATURE,
        Rule.PUBLISHED);
    assertWorldBreaks(
        (legal, world) -> {
          part(world, "features").remove("DeviceBindingAndStatus");
          return legal.first().getBindingConditions().isEmpty() ? null : world;
        },
        Rule.FEATURE);
  }

  @Test
  void the_node_must_reach_the_device() {
    assertWorldBreaks(
        (legal, world) -> {
          for (Map<String, Object> slice : objects(world, "slices")) {
            Map<String, Object> spec = part(slice, "spec");
            List.of("nodeName", "allNodes", "nodeSelector", "perDeviceNodeSelection")
                .forEach(spec::remove);
            spec.put("nodeName", "elsewhere");
          }
          return legal.isStable() ? null : world;
        },
        Rule.PUBLISHED,
        Rule.NODE);
  }
}
