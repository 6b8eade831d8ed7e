package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the allocator has said of claims on a node, for as long as it would say the same again: the
 * pods of a workload ask for equal things, and between two of them only one node has changed.
 */
final class KnownOutcomes {

  /** How many kinds of pods are remembered; a cluster has few at a time. */
  private static final int MOST_KINDS = 16;

  /** An answer, and the last snapshot on which it would have been given. */
  private static final class Known {

    private final Node node;
    private final Outcome outcome;
    private Snapshot snapshot;

    Known(Node node, Snapshot snapshot, Outcome outcome) {
      this.node = node;
      this.snapshot = snapshot;
      this.outcome = outcome;
    }

    boolean holdsFor(Node asked, Snapshot now) {
      if (node != asked || !now.isSameFor(asked, snapshot)) {
        return false;
      }
      snapshot = now;
      return true;
    }
  }

  private final Map<List<ResourceClaimSpec>, Map<String, Known>> byClaims =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(
            Map.Entry<List<ResourceClaimSpec>, Map<String, Known>> eldest) {
          return size() > MOST_KINDS;
        }
      };

  /** Returns what is known for claims that ask for what these do. */
  Asking of(List<ResourceClaim> claims, Allocator allocator, Snapshot snapshot) {
    List<ResourceClaimSpec> specs = claims.stream().map(ResourceClaim::getSpec).toList();
    return new Asking(
        allocator, snapshot, byClaims.computeIfAbsent(specs, asked -> new HashMap<>()));
  }

  /** Questions of one attempt about the same claims. */
  static final class Asking {

    private final Allocator allocator;
    private final Snapshot snapshot;
    private final Map<String, Known> byNode;

    private Asking(Allocator allocator, Snapshot snapshot, Map<String, Known> byNode) {
      this.allocator = allocator;
      this.snapshot = snapshot;
      this.byNode = byNode;
    }

    /** Asks the allocator, unless the answer is known. */
    Outcome allocate(Node node, List<ResourceClaim> claims, Budget budget) {
      String name = node.getMetadata().getName();
      Known known = byNode.get(name);
      if (known != null && known.holdsFor(node, snapshot)) {
        return known.outcome;
      }
      Outcome outcome = allocator.allocate(node, claims, budget);
      if (mayBeGivenAgain(outcome)) {
        byNode.put(name, new Known(node, snapshot, outcome));
      } else {
        byNode.remove(name);
      }
      return outcome;
    }

    /** Asks the allocator for claims that are not the same on every node. */
    Outcome allocateAnew(Node node, List<ResourceClaim> claims, Budget budget) {
      return allocator.allocate(node, claims, budget);
    }

    /** Shares have identifiers of their own, and a search that was stopped says nothing. */
    private static boolean mayBeGivenAgain(Outcome outcome) {
      if (outcome instanceof Outcome.Allocated allocated) {
        return allocated.results().stream()
            .flatMap(result -> result.getDevices().getResults().stream())
            .allMatch(result -> result.getShareID() == null);
      }
      return outcome instanceof Outcome.Unfit;
    }
  }
}
