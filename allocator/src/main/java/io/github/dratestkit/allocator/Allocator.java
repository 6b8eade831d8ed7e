package io.github.dratestkit.allocator;

import com.google.common.base.Suppliers;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.github.dratestkit.allocator.explain.Explainer;
import io.github.dratestkit.allocator.inventory.Fingerprint;
import io.github.dratestkit.allocator.inventory.MalformedNodeSelectorException;
import io.github.dratestkit.allocator.inventory.NodeInventory;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.optimal.Objective;
import io.github.dratestkit.allocator.optimal.PoolRoom;
import io.github.dratestkit.allocator.search.DeviceSearch;
import io.github.dratestkit.allocator.search.DeviceSearch.Thoroughness;
import io.github.dratestkit.allocator.search.NodeLikeness;
import io.github.dratestkit.allocator.search.PruningRule;
import io.github.dratestkit.allocator.search.SearchResult;
import io.github.dratestkit.allocator.value.MalformedQuantityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Decides which devices satisfy claims on a node, as the Kubernetes scheduler does, or says why
 * none do. The one way into this module.
 *
 * <p>An allocator serves any number of nodes and threads at once: it holds a {@link Snapshot} and
 * nothing that changes. It never throws because of what the objects say; bad input is an {@link
 * Outcome.Fatal} or {@link Outcome.NodeError}, as upstream classifies it.
 */
public final class Allocator {

  private final Snapshot snapshot;
  private final DeviceSearch search;
  private final Thoroughness thoroughness;

  private Allocator(Snapshot snapshot, DeviceSearch search, Thoroughness thoroughness) {
    this.snapshot = snapshot;
    this.search = search;
    this.thoroughness = thoroughness;
  }

  /** Returns an allocator whose shares get random identifiers. */
  public static Allocator of(Snapshot snapshot) {
    return of(snapshot, () -> UUID.randomUUID().toString());
  }

  /**
   * Returns an allocator.
   *
   * @param shareIds gives each share an identifier that no other share has
   */
  public static Allocator of(Snapshot snapshot, Supplier<String> shareIds) {
    DeviceSearch search =
        new DeviceSearch(
            snapshot.rules(),
            snapshot.state(),
            snapshot.classes(),
            CompiledExpressions.of(snapshot.variant()),
            shareIds);
    return new Allocator(snapshot, search, Thoroughness.PROMISING_BRANCHES);
  }

  /** Returns an allocator that walks through every branch, and counts the steps upstream counts. */
  public Allocator withoutPruning() {
    return new Allocator(snapshot, search, Thoroughness.EVERY_BRANCH);
  }

  /** Returns an allocator that prunes from the first step on, by these rules only. */
  public Allocator withPruningBy(Set<PruningRule> rules) {
    return new Allocator(
        snapshot, search.pruningBy(rules), Thoroughness.PROMISING_BRANCHES_AT_ONCE);
  }

  /** Returns an allocator that prunes from the first step on, for checking the pruning itself. */
  public Allocator withPruningAtOnce() {
    return new Allocator(snapshot, search, Thoroughness.PROMISING_BRANCHES_AT_ONCE);
  }

  /**
   * Looks for devices that satisfy all claims on the node; the first answer is upstream's.
   *
   * @param claims claims without an allocation, in the order of the pod
   * @param budget asked at every step whether to go on
   */
  public Outcome allocate(Node node, List<ResourceClaim> claims, Budget budget) {
    Node named = named(node);
    try {
      return allocate(named, snapshot.inventoryOf(named), named(claims), budget);
    } catch (MalformedNodeSelectorException e) {
      return fatal("node selector of a slice: " + e.getMessage(), 0);
    } catch (MalformedQuantityException e) {
      return fatal("quantity: " + e.getMessage(), 0);
    }
  }

  /**
   * Looks for the devices that serve an objective best. The first answer comes first: only if there
   * is one are others looked at.
   *
   * @param budget asked at every step of either search whether to go on
   */
  public Optimum optimize(
      Node node, List<ResourceClaim> claims, Objective objective, Budget budget) {
    Outcome first = allocate(node, claims, budget);
    if (!(first instanceof Outcome.Allocated allocated)) {
      return new Optimum(first, 0, !(first instanceof Outcome.Stopped));
    }
    Node named = named(node);
    NodeInventory inventory = snapshot.inventoryOf(named);
    List<ResourceClaim> all = named(claims);
    SearchResult result = search.best(named, inventory, all, budget, objective::goal);
    if (!(result instanceof SearchResult.Best best)) {
      return new Optimum(allocated, Optimum.UNKNOWN, false);
    }
    List<AllocationResult> results = best.results();
    return new Optimum(
        new Outcome.Allocated(
            results,
            once(() -> explainer().chosen(named, inventory.pools(), all, results)),
            best.steps()),
        best.cost(),
        best.proven());
  }

  /** Says how much room the pools that the node can reach still have. */
  public List<PoolRoom> roomOn(Node node) {
    Node named = named(node);
    try {
      NodeInventory inventory = snapshot.inventoryOf(named);
      return PoolRoom.of(inventory.pools(), search.unchosen(named, inventory));
    } catch (MalformedNodeSelectorException | MalformedQuantityException e) {
      return List.of();
    }
  }

  /**
   * Says for each node what {@link #allocate} would come to, in the order of the nodes. Nodes that
   * are alike to the claims are searched once, so that a large fleet takes little longer than its
   * different kinds of nodes.
   *
   * @param budget asked at every step of each search whether to go on
   */
  public List<NodeVerdict> verdicts(
      Collection<Node> nodes, List<ResourceClaim> claims, Budget budget) {
    List<ResourceClaim> named = named(claims);
    NodeLikeness alike = search.likenessFor(named);
    Map<Fingerprint, NodeVerdict> known = new HashMap<>();
    List<NodeVerdict> verdicts = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      verdicts.add(verdict(named(node), named, budget, alike, known));
    }
    return verdicts;
  }

  private NodeVerdict verdict(
      Node node,
      List<ResourceClaim> claims,
      Budget budget,
      NodeLikeness alike,
      Map<Fingerprint, NodeVerdict> known) {
    try {
      NodeInventory inventory = snapshot.inventoryOf(node);
      Fingerprint likeness = alike.of(node, inventory);
      NodeVerdict verdict = likeness == null ? null : known.get(likeness);
      if (verdict == null) {
        verdict = NodeVerdict.of(allocate(node, inventory, claims, budget));
        if (likeness != null && verdict != NodeVerdict.STOPPED) {
          known.put(likeness, verdict);
        }
      }
      return verdict;
    } catch (MalformedNodeSelectorException | MalformedQuantityException e) {
      return NodeVerdict.FATAL;
    }
  }

  /** A node without a name is one with an empty name, as upstream reads it. */
  private static Node named(Node node) {
    boolean hasName = node.getMetadata() != null && node.getMetadata().getName() != null;
    return hasName
        ? node
        : new NodeBuilder(node).editOrNewMetadata().withName("").endMetadata().build();
  }

  private static List<ResourceClaim> named(List<ResourceClaim> claims) {
    for (ResourceClaim claim : claims) {
      if (claim.getMetadata() == null) {
        return claims.stream().map(Allocator::named).toList();
      }
    }
    return claims;
  }

  private static ResourceClaim named(ResourceClaim claim) {
    return claim.getMetadata() != null
        ? claim
        : new ResourceClaimBuilder(claim).withMetadata(new ObjectMeta()).build();
  }

  private Outcome allocate(
      Node node, NodeInventory inventory, List<ResourceClaim> claims, Budget budget) {
    List<Pool> pools = inventory.pools();
    SearchResult result = search.search(node, inventory, claims, budget, thoroughness);
    if (result instanceof SearchResult.Found found) {
      return new Outcome.Allocated(
          found.results(),
          once(() -> explainer().chosen(node, pools, claims, found.results())),
          found.steps());
    }
    if (result instanceof SearchResult.Fatal fatal) {
      return fatal(fatal.message(), fatal.steps());
    }
    if (result instanceof SearchResult.Excluded excluded) {
      return new Outcome.NodeError(
          excluded.message(),
          said(Explanation.Verdict.REFUSED, excluded.message()),
          excluded.steps());
    }
    if (result instanceof SearchResult.Stopped stopped) {
      return new Outcome.Stopped(
          stopped.verdict(), said(Explanation.Verdict.NOT_TRIED, howFar(stopped)), stopped.steps());
    }
    for (Pool pool : pools) {
      if (pool instanceof Pool.Invalid invalid) {
        String message = "pool " + invalid.id() + " is invalid: " + invalid.reason();
        return new Outcome.NodeError(
            message, once(() -> explainer().unfit(node, pools, claims)), result.steps());
      }
    }
    return new Outcome.Unfit(once(() -> explainer().unfit(node, pools, claims)), result.steps());
  }

  /** Depth first, what stands when the search ends is also where the proof has come to. */
  private static String howFar(SearchResult.Stopped stopped) {
    String ended = "the budget ended the search after " + stopped.steps() + " steps";
    return stopped.reached().isEmpty()
        ? ended
        : ended
            + "; nothing fits that comes in its order before "
            + String.join(", ", stopped.reached());
  }

  private Explainer explainer() {
    return new Explainer(
        snapshot.rules(),
        snapshot.state(),
        snapshot.holdings(),
        snapshot.classes(),
        snapshot.slices(),
        CompiledExpressions.of(snapshot.variant()));
  }

  private static Supplier<Explanation> once(Supplier<Explanation> explanation) {
    return Suppliers.memoize(explanation::get);
  }

  private static Outcome fatal(String message, long steps) {
    return new Outcome.Fatal(message, said(Explanation.Verdict.REFUSED, message), steps);
  }

  private static Supplier<Explanation> said(Explanation.Verdict verdict, String reason) {
    return () -> Explanation.of("claims", verdict, reason);
  }
}
