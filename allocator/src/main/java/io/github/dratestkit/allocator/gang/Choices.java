package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.inventory.DeviceId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Goes through what claims can get on a node, until with one choice the rest of the search
 * succeeds. Where the rest fails, one of the devices that the choice has must not be taken: any
 * other choice either lacks one of them, or has them all and leaves less for the rest. So each is
 * withheld in turn, and the claims are allocated again.
 *
 * <p>That holds for devices that are taken whole. Of shares another choice may take the same
 * devices in other amounts; it is not found, and {@link #mayHaveMissed} says so.
 */
final class Choices {

  /** What is done with a choice. */
  @FunctionalInterface
  interface Rest<T> {
    Optional<T> after(List<AllocationResult> results, Snapshot used);
  }

  private final NodeAllocations allocations;
  private boolean missed;

  Choices(NodeAllocations allocations) {
    this.allocations = allocations;
  }

  /** Says whether choices of shares were left out that might have helped. */
  boolean mayHaveMissed() {
    return missed;
  }

  /**
   * Returns what the rest finds with the first choice that it finds anything with.
   *
   * @param matters whether the rest may want a device
   */
  <T> Optional<T> first(
      Node node,
      List<ResourceClaim> claims,
      Snapshot used,
      Predicate<DeviceId> matters,
      Rest<T> rest) {
    return without(Set.of(), new HashSet<>(), new Question<>(node, claims, used, matters, rest));
  }

  private record Question<T>(
      Node node,
      List<ResourceClaim> claims,
      Snapshot used,
      Predicate<DeviceId> matters,
      Rest<T> rest) {}

  private <T> Optional<T> without(
      Set<DeviceId> withheld, Set<Set<DeviceId>> tried, Question<T> question) {
    if (!tried.add(withheld)) {
      return Optional.empty();
    }
    Optional<List<AllocationResult>> results =
        allocations.on(question.node(), question.claims(), question.used(), withheld);
    if (results.isEmpty()) {
      return Optional.empty();
    }
    Snapshot more =
        question.used().withAllocated(NodeAllocations.allocated(question.claims(), results.get()));
    Optional<T> found = question.rest().after(results.get(), more);
    if (found.isPresent()) {
      return found;
    }
    missed |= NodeAllocations.holdShares(results.get());
    for (DeviceId device : NodeAllocations.devicesOf(results.get())) {
      if (question.matters().test(device)) {
        Set<DeviceId> fewer = new HashSet<>(withheld);
        fewer.add(device);
        found = without(fewer, tried, question);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }
}
