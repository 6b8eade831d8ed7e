package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.Node;
import io.github.dratestkit.allocator.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds nodes and devices for all members of a gang at once. Where Kubernetes places one pod after
 * another and gives up at the first that does not fit, this takes earlier choices back: it tries
 * every division of the members over the nodes and, where nodes share devices, every choice of
 * shared devices that are allocated whole.
 *
 * <p>Members with equal claims are interchangeable, and only how many of them a node gets is tried.
 * Of devices that are shared by amounts not every division is tried: where that may have cost a
 * placement, the outcome is {@link GangOutcome.Undecided}.
 */
public final class GangSearch {

  /** Who may go to one node is listed; more than this would be too many to keep. */
  private static final long MOST_WAYS = 20_000;

  private final Snapshot snapshot;
  private final Gang.Room room;

  /**
   * @param snapshot what exists before anything of the gang is placed
   * @param room what nodes have room for besides devices
   */
  public GangSearch(Snapshot snapshot, Gang.Room room) {
    this.snapshot = snapshot;
    this.room = room;
  }

  /**
   * Searches a placement of as many members as possible, but no fewer than the gang's minimum. With
   * a topology constraint the domains are tried in the order of their label values, and one that
   * takes more members wins.
   *
   * @param nodes in the order in which they are filled
   * @param allocations how many allocations may be tried before the search gives up
   */
  public GangOutcome place(Gang gang, List<Node> nodes, int allocations) {
    int all = gang.members().size();
    return place(gang, nodes, all, gang.minCount(), nodes.size(), new Effort(allocations));
  }

  /**
   * Searches a placement of as many members as possible on as few nodes as possible.
   *
   * @param allocations how many allocations may be tried, first for any placement and then again
   *     for one on fewer nodes
   */
  public FewestNodes placeOnFewestNodes(Gang gang, List<Node> nodes, int allocations) {
    GangOutcome any = place(gang, nodes, allocations);
    if (!(any instanceof GangOutcome.Placed placed)) {
      return new FewestNodes(any, !(any instanceof GangOutcome.Undecided));
    }
    Effort effort = new Effort(allocations);
    int size = placed.placements().size();
    for (int most = 1; most < FewestNodes.nodesOf(placed); most++) {
      GangOutcome fewer = place(gang, nodes, size, size, most, effort);
      if (fewer instanceof GangOutcome.Placed) {
        return new FewestNodes(fewer, true);
      }
      if (fewer instanceof GangOutcome.Undecided) {
        return new FewestNodes(any, false);
      }
    }
    return new FewestNodes(any, true);
  }

  private GangOutcome place(
      Gang gang, List<Node> nodes, int most, int least, int mostNodes, Effort effort) {
    List<Kind> kinds = Kind.of(gang.members());
    if (Kind.ways(kinds) > MOST_WAYS) {
      return new GangOutcome.Undecided();
    }
    List<DomainSearch> domains =
        domains(gang, nodes).stream()
            .map(domain -> new DomainSearch(snapshot, room, gang, kinds, domain, effort, mostNodes))
            .toList();
    for (int size = most; size >= least; size--) {
      for (DomainSearch domain : domains) {
        for (List<Integer> counts : Kind.divisions(kinds, size)) {
          GangOutcome outcome = domain.place(counts);
          if (!(outcome instanceof GangOutcome.NoPlacement)) {
            return outcome;
          }
        }
      }
    }
    return domains.stream().anyMatch(DomainSearch::mayHaveMissed)
        ? new GangOutcome.Undecided()
        : new GangOutcome.NoPlacement();
  }

  private static Collection<List<Node>> domains(Gang gang, List<Node> nodes) {
    if (gang.topologyKey().isEmpty()) {
      return List.of(nodes);
    }
    Map<String, List<Node>> byValue = new TreeMap<>();
    for (Node node : nodes) {
      Map<String, String> labels = node.getMetadata().getLabels();
      String value = labels == null ? null : labels.get(gang.topologyKey().get());
      if (value != null) {
        byValue.computeIfAbsent(value, key -> new ArrayList<>()).add(node);
      }
    }
    return byValue.values();
  }
}
