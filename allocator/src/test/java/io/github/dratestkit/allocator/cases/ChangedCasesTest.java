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
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What must not change an answer when a case is changed. */
class ChangedCasesTest {

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
    LongStream.range(0, 400)
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
    LongStream.range(0, 400)
        .forEach(
            seed -> {
              ParsedCase given = ParsedCase.of(RandomCase.of(seed));
              Snapshot whole = given.snapshot();
              Snapshot grown = whole.withSlices(List.of());
              for (ResourceSlice slice : given.allSlices()) {
                grown = grown.withSlice(slice, null);
              }
              assertThat(decision(allocate(grown, given)))
                  .as("seed " + seed)
                  .isEqualTo(decision(allocate(whole, given)));
            });
  }

  @Test
  void removing_and_adding_all_slices_again_restores_the_answer() {
    LongStream.range(0, 200)
        .forEach(
            seed -> {
              ParsedCase given = ParsedCase.of(RandomCase.of(seed));
              Snapshot changed = given.snapshot();
              for (ResourceSlice slice : given.allSlices()) {
                changed = changed.withoutSlice(slice);
              }
              for (ResourceSlice slice : given.allSlices()) {
                changed = changed.withSlice(slice, null);
              }
              assertThat(decision(allocate(changed, given)))
                  .as("seed " + seed)
                  .isEqualTo(decision(allocate(given.snapshot(), given)));
            });
  }

  @Test
  void allocating_and_releasing_restores_the_answer() {
    LongStream.range(0, 400)
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
