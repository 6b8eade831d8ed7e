package io.github.dratestkit.allocator.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What must not change an answer when a case is changed. */
class ChangedCasesTest {

  private static final Budget BUDGET = Budget.ofSteps(1_000_000);

  private static final Budget LIMIT = Budget.ofSteps(200_000);

  private static Outcome allocate(Snapshot snapshot, ParsedCase given) {
    return Allocator.of(snapshot, () -> "share").allocate(given.node(), given.allClaims(), LIMIT);
  }

  private static Object decision(Outcome outcome) {
    return outcome instanceof Outcome.Allocated allocated
        ? allocated.results()
        : outcome.getClass();
  }

  private static boolean slicesAgree(ParsedCase given) {
    return given.allSlices().stream()
        .allMatch(
            one ->
                hasPool(one)
                    && given.allSlices().stream()
                        .filter(other -> hasPool(other) && isSamePool(one, other))
                        .allMatch(
                            other -> one.getSpec().getPool().equals(other.getSpec().getPool())));
  }

  private static boolean hasPool(ResourceSlice slice) {
    return slice.getSpec() != null
        && slice.getSpec().getDriver() != null
        && slice.getSpec().getPool() != null
        && slice.getSpec().getPool().getName() != null;
  }

  private static boolean isSamePool(ResourceSlice one, ResourceSlice other) {
    return one.getSpec().getDriver().equals(other.getSpec().getDriver())
        && one.getSpec().getPool().getName().equals(other.getSpec().getPool().getName());
  }

  @Test
  void the_order_in_which_slices_arrive_changes_nothing_where_they_agree() {
    Sample.seeds(0, 400)
        .forEach(
            seed -> {
              ParsedCase given = ParsedCase.of(RandomCase.of(seed));
              if (!slicesAgree(given)) {
                return;
              }
              List<ResourceSlice> shuffled = new ArrayList<>(given.allSlices());
              Collections.shuffle(shuffled, new Random(seed));
              assertThat(decision(allocate(given.snapshot().withSlices(shuffled), given)))
                  .as("seed " + seed)
                  .isEqualTo(decision(allocate(given.snapshot(), given)));
            });
  }

  @Test
  void a_snapshot_updated_slice_by_slice_equals_one_built_at_once() {
    Sample.seeds(0, 400)
        .forEach(
            seed -> {
              ParsedCase given = ParsedCase.of(RandomCase.of(seed));
              Snapshot whole = given.snapshot();
              Snapshot grown = whole.withSlices(List.of());
              for (ResourceSlice slice : given.allSlices()) {
                allocate(grown, given);
                grown = grown.withSlice(slice, null);
              }
              assertThat(decision(allocate(grown, given)))
                  .as("seed " + seed)
                  .isEqualTo(decision(allocate(whole, given)));
            });
  }

  @Test
  void slices_listed_anew_are_seen_whatever_was_asked_before() {
    Sample.seeds(0, 400)
        .forEach(
            seed -> {
              ParsedCase given = ParsedCase.of(RandomCase.of(seed));
              Snapshot none = given.snapshot().withSlices(List.of());
              allocate(none, given);
              Snapshot again = none.withSlices(given.allSlices());
              assertThat(decision(allocate(again, given)))
                  .as("seed " + seed)
                  .isEqualTo(decision(allocate(given.snapshot(), given)));
            });
  }

  @Test
  void removing_and_adding_all_slices_again_restores_the_answer() {
    Sample.seeds(0, 200)
        .forEach(
            seed -> {
              ParsedCase given = ParsedCase.of(RandomCase.of(seed));
              Snapshot changed = given.snapshot();
              for (ResourceSlice slice : given.allSlices()) {
                allocate(changed, given);
                changed = changed.withoutSlice(slice);
              }
              for (ResourceSlice slice : given.allSlices()) {
                allocate(changed, given);
                changed = changed.withSlice(slice, null);
              }
              assertThat(decision(allocate(changed, given)))
                  .as("seed " + seed)
                  .isEqualTo(decision(allocate(given.snapshot(), given)));
            });
  }

  @Test
  void allocating_and_releasing_restores_the_answer() {
    Sample.seeds(0, 400)
        .forEach(
            seed -> {
              ParsedCase given = ParsedCase.of(RandomCase.of(seed));
              Snapshot free = given.snapshot().withOnlyAllocated(List.of());
              if (allocate(free, given) instanceof Outcome.Allocated allocated) {
                Snapshot used = free.withAllocated(withResults(given, allocated));
                assertThat(decision(allocate(used.withOnlyAllocated(List.of()), given)))
                    .as("seed " + seed)
                    .isEqualTo(decision(allocated));
              }
            });
  }

  @Test
  void a_device_at_the_end_that_no_class_selects_changes_nothing() {
    Sample.seeds(0, 250)
        .forEach(
            seed -> {
              Map<String, Object> given = RandomCase.plain(seed);
              keepOutOfClasses(given, "zzz.example.com");
              Map<String, Object> more = Shrinker.copyOf(given);
              listIn(more, "slices").add(lastSlice("zzz.example.com"));
              assertThat(answer(more)).as("seed " + seed).isEqualTo(answer(given));
            });
  }

  private static String answer(Map<String, Object> given) {
    return Answer.ours(ParsedCase.of(given), Allocator::withoutPruning, BUDGET).toString();
  }

  @SuppressWarnings("unchecked")
  private static List<Object> listIn(Map<String, Object> given, String name) {
    return (List<Object>) given.get(name);
  }

  /** The new selector comes first, so that no other is evaluated on the driver's devices. */
  @SuppressWarnings("unchecked")
  private static void keepOutOfClasses(Map<String, Object> given, String driver) {
    Object others =
        Draw.object("cel", Draw.object("expression", "device.driver != \"" + driver + "\""));
    for (Object one : listIn(given, "classes")) {
      Map<String, Object> deviceClass = (Map<String, Object>) one;
      Map<String, Object> spec =
          (Map<String, Object>) deviceClass.computeIfAbsent("spec", key -> Draw.object());
      List<Object> selectors = new ArrayList<>(List.of(others));
      if (spec.get("selectors") instanceof List<?> old) {
        selectors.addAll(old);
      }
      spec.put("selectors", selectors);
    }
  }

  /** Pools whose devices have binding conditions come last. */
  private static Map<String, Object> lastSlice(String driver) {
    return Draw.object(
        "metadata",
        Draw.object("name", "zzz"),
        "spec",
        Draw.object(
            "driver",
            driver,
            "pool",
            Draw.object("name", "zzz", "generation", 1, "resourceSliceCount", 1),
            "nodeName",
            "node-1",
            "devices",
            Draw.list(
                Draw.object(
                    "name",
                    "zzz",
                    "bindingConditions",
                    Draw.list("ready"),
                    "bindingFailureConditions",
                    Draw.list("broken")))));
  }

  @Test
  void renaming_drivers_pools_and_slices_in_order_renames_the_answer() {
    Sample.seeds(0, 250)
        .forEach(
            seed -> {
              Map<String, Object> given = RandomCase.plain(seed);
              String answer = answer(renamed(given));
              assertThat(answer.replace("/y", "/").replace(".example.org", ".example.com"))
                  .as("seed " + seed)
                  .isEqualTo(answer(given));
            });
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> renamed(Map<String, Object> given) {
    Map<String, Object> renamed = (Map<String, Object>) withOtherDrivers(given);
    for (Object slice : listIn(renamed, "slices")) {
      Map<String, Object> metadata =
          (Map<String, Object>) ((Map<String, Object>) slice).get("metadata");
      metadata.put("name", "y" + metadata.get("name"));
      Map<String, Object> spec = (Map<String, Object>) ((Map<String, Object>) slice).get("spec");
      Map<String, Object> pool = (Map<String, Object>) spec.get("pool");
      pool.put("name", "y" + pool.get("name"));
    }
    for (String used : List.of("allocatedDevices", "allocatedShares", "consumedCapacity")) {
      for (Object entry : listIn(renamed, used)) {
        ((Map<String, Object>) entry).computeIfPresent("pool", (key, pool) -> "y" + pool);
      }
    }
    return renamed;
  }

  private static Object withOtherDrivers(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, element) -> copy.put(withOtherDrivers(key), withOtherDrivers(element)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(withOtherDrivers(element)));
      return copy;
    }
    return value instanceof String text
        ? text.replaceAll("(gpu|nic|ssd)\\.example\\.com", "$1.example.org")
        : value;
  }

  private static List<ResourceClaim> withResults(ParsedCase given, Outcome.Allocated allocated) {
    List<ResourceClaim> claims = new ArrayList<>();
    for (int i = 0; i < allocated.results().size(); i++) {
      claims.add(
          new ResourceClaimBuilder(given.allClaims().get(i))
              .withNewStatus()
              .withAllocation(allocated.results().get(i))
              .endStatus()
              .build());
    }
    return claims;
  }
}
