package io.github.dratestkit.allocator.search;

import com.google.common.collect.Sets;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.NodeInventory;
import io.github.dratestkit.allocator.inventory.Pool;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Searches devices for claims on one node. One object serves any number of searches. */
public final class DeviceSearch {

  /** Which branches are followed. The answer is the same. */
  public enum Thoroughness {
    /** All that upstream follows; the steps are upstream's. */
    EVERY_BRANCH,
    /** Once the answer is not near: not those that can neither succeed nor raise an error. */
    PROMISING_BRANCHES,
    /** The same from the start, which is slower where the answer is near. */
    PROMISING_BRANCHES_AT_ONCE
  }

  /** What comes before a few choices comes before many. */
  private static final int MOST_REACHED = 5;

  private final AllocatorRules rules;
  private final AllocatedState state;
  private final Map<String, DeviceClass> classes;
  private final DeviceExpressions expressions;
  private final Supplier<String> shareIds;
  private final Set<PruningRule> pruning;

  /**
   * @param shareIds gives each share an identifier that no other share has
   */
  public DeviceSearch(
      AllocatorRules rules,
      AllocatedState state,
      Map<String, DeviceClass> classes,
      DeviceExpressions expressions,
      Supplier<String> shareIds) {
    this(rules, state, classes, expressions, shareIds, EnumSet.allOf(PruningRule.class));
  }

  private DeviceSearch(
      AllocatorRules rules,
      AllocatedState state,
      Map<String, DeviceClass> classes,
      DeviceExpressions expressions,
      Supplier<String> shareIds,
      Set<PruningRule> pruning) {
    this.rules = rules;
    this.state = state;
    this.classes = classes;
    this.expressions = expressions;
    this.shareIds = shareIds;
    this.pruning = pruning;
  }

  /** Returns a search that prunes by these rules only. */
  public DeviceSearch pruningBy(Set<PruningRule> some) {
    return new DeviceSearch(
        rules, state, classes, expressions, shareIds, Sets.immutableEnumSet(some));
  }

  /** Tells which nodes are alike to these claims. */
  public NodeLikeness likenessFor(List<ResourceClaim> claims) {
    return new NodeLikeness(state, classes, expressions, claims);
  }

  /** Searches the pools, which are in the order to be tried in. Throws nothing. */
  public SearchResult search(
      Node node, List<Pool> pools, List<ResourceClaim> claims, Budget budget, Thoroughness how) {
    return search(node, new NodeInventory(pools), claims, budget, how);
  }

  /** Searches what the node can reach. Throws nothing. */
  public SearchResult search(
      Node node,
      NodeInventory inventory,
      List<ResourceClaim> claims,
      Budget budget,
      Thoroughness how) {
    Candidates candidates = new Candidates(inventory, state);
    DeviceTests tests = new DeviceTests(rules, node, expressions, candidates);
    AttributeLookup lookup = new AttributeLookup(expressions);
    List<ClaimPlan> plans;
    try {
      plans = new Preparation(rules, classes, candidates, tests, lookup).prepare(claims);
    } catch (PoolProblem e) {
      return rules.followsUpstream()
          ? new SearchResult.Fatal(e.text(), 0)
          : new SearchResult.Excluded(e.text(), 0);
    } catch (FatalProblem e) {
      return new SearchResult.Fatal(e.text(), 0);
    }
    Reservations reservations = new Reservations(rules, state, node, plans, candidates, tests);
    Search search = new Search(plans, candidates, tests, reservations, budget, pruning);
    try {
      if (!run(search, how)) {
        return new SearchResult.None(search.steps());
      }
      List<AllocationResult> results =
          new ResultAssembly(rules, node.getMetadata().getName(), shareIds)
              .assemble(plans, search.chosen(), reservations.placements(), candidates);
      return new SearchResult.Found(results, search.steps());
    } catch (FatalProblem e) {
      return new SearchResult.Fatal(e.text(), search.steps());
    } catch (SearchStopped e) {
      return new SearchResult.Stopped(
          e.verdict(), search.steps(), reached(reservations.placements(), candidates));
    }
  }

  private static List<String> reached(List<Placement> placements, Candidates candidates) {
    return placements.stream()
        .limit(MOST_REACHED)
        .map(one -> one.alternative().fullName() + "=" + candidates.device(one.candidate()).id())
        .toList();
  }

  /**
   * Searches the solution of least cost, among those that upstream could find. Devices for which an
   * expression fails are left out.
   *
   * @param goal gives the costs, knowing the pools
   */
  public SearchResult best(
      Node node,
      NodeInventory inventory,
      List<ResourceClaim> claims,
      Budget budget,
      Function<List<Pool>, Goal> goal) {
    Candidates candidates = new Candidates(inventory, state);
    DeviceTests tests = new DeviceTests(rules, node, expressions, candidates);
    try {
      List<ClaimPlan> plans =
          new Preparation(rules, classes, candidates, tests, new AttributeLookup(expressions))
              .prepare(claims);
      Reservations reservations = new Reservations(rules, state, node, plans, candidates, tests);
      Eligibility eligibility = Eligibility.prove(plans, candidates, tests, reservations);
      if (eligibility == null) {
        return new SearchResult.Stopped(Budget.Verdict.EXPIRED, 0, List.of());
      }
      BestSearch search =
          new BestSearch(
              plans,
              candidates,
              eligibility,
              tests,
              reservations,
              goal.apply(inventory.pools()),
              budget);
      boolean proven = search.run();
      if (!search.found()) {
        return proven
            ? new SearchResult.None(search.steps())
            : new SearchResult.Stopped(Budget.Verdict.EXPIRED, search.steps(), List.of());
      }
      List<AllocationResult> results =
          new ResultAssembly(rules, node.getMetadata().getName(), shareIds)
              .assemble(plans, search.chosen(), search.placements(), candidates);
      return new SearchResult.Best(results, search.cost(), proven, search.steps());
    } catch (PoolProblem e) {
      return new SearchResult.Fatal(e.text(), 0);
    } catch (FatalProblem e) {
      return new SearchResult.Fatal(e.text(), 0);
    }
  }

  /** Returns what the node can reach before anything is chosen. */
  public Choices unchosen(Node node, NodeInventory inventory) {
    Candidates candidates = new Candidates(inventory, state);
    DeviceTests tests = new DeviceTests(rules, node, expressions, candidates);
    return new Choices(
        candidates, new Reservations(rules, state, node, List.of(), candidates, tests));
  }

  private static boolean run(Search search, Thoroughness how) {
    return switch (how) {
      case EVERY_BRANCH -> search.runWithoutPruning();
      case PROMISING_BRANCHES -> search.run();
      case PROMISING_BRANCHES_AT_ONCE -> search.runPruned();
    };
  }
}
