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
 */
public final class GangSearch {

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
    Effort effort = new Effort(allocations);
    List<Kind> kinds = Kind.of(gang.members());
    List<DomainSearch> domains =
        domains(gang, nodes).stream()
            .map(domain -> new DomainSearch(snapshot, room, gang, kinds, domain, effort))
            .toList();
    for (int size = gang.members().size(); size >= gang.minCount(); size--) {
      for (DomainSearch domain : domains) {
        for (List<Integer> counts : Kind.divisions(kinds, size)) {
          GangOutcome outcome = domain.place(counts);
          if (!(outcome instanceof GangOutcome.NoPlacement)) {
            return outcome;
          }
        }
      }
    }
    return new GangOutcome.NoPlacement();
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
