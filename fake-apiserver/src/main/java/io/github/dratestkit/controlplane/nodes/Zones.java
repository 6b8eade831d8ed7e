package io.github.dratestkit.controlplane.nodes;

import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How fast nodes that are lost get the taint that drives their pods out: in each zone one in ten
 * seconds. Where most nodes of a small zone are lost, or all nodes of all zones, it is not the
 * nodes but the network that is broken, and none gets it. Source: {@code handleDisruption}, {@code
 * pkg/controller/nodelifecycle}, 1.37.
 */
final class Zones {

  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Duration LONG_PAUSE = Duration.ofSeconds(100);
  private static final int LARGE = 50;
  private static final double MOST = 0.55;

  private enum State {
    NORMAL,
    MOST_LOST,
    ALL_LOST
  }

  private final Map<String, Set<String>> waiting = new LinkedHashMap<>();
  private final Map<String, Optional<Duration>> pauses = new HashMap<>();
  private final Map<String, Instant> last = new HashMap<>();
  private boolean allLost;

  static String zoneOf(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels == null
        ? ""
        : labels.getOrDefault("topology.kubernetes.io/region", "")
            + "/"
            + labels.getOrDefault("topology.kubernetes.io/zone", "");
  }

  /** Lets a node wait for the taint. */
  void add(Node node) {
    waiting
        .computeIfAbsent(zoneOf(node), zone -> new LinkedHashSet<>())
        .add(node.getMetadata().getName());
  }

  /** Says that a node needs the taint no more. */
  void remove(String node) {
    waiting.values().forEach(nodes -> nodes.remove(node));
  }

  /**
   * Takes in which nodes are ready.
   *
   * @return whether no node is ready any more, which was not so before
   */
  boolean update(Map<Node, Boolean> ready) {
    Map<String, int[]> counts = new LinkedHashMap<>();
    ready.forEach(
        (node, is) -> counts.computeIfAbsent(zoneOf(node), zone -> new int[2])[is ? 1 : 0]++);
    Map<String, State> states = new LinkedHashMap<>();
    counts.forEach((zone, count) -> states.put(zone, stateOf(count[0], count[1])));
    boolean before = allLost;
    allLost =
        !states.isEmpty() && states.values().stream().allMatch(state -> state == State.ALL_LOST);
    counts.forEach(
        (zone, count) -> pauses.put(zone, pause(stateOf(count[0], count[1]), count[0] + count[1])));
    return allLost && !before;
  }

  private Optional<Duration> pause(State state, int size) {
    if (allLost) {
      return Optional.empty();
    }
    if (state == State.MOST_LOST) {
      return size > LARGE ? Optional.of(LONG_PAUSE) : Optional.empty();
    }
    return Optional.of(PAUSE);
  }

  private static State stateOf(int lost, int ready) {
    if (ready == 0 && lost > 0) {
      return State.ALL_LOST;
    }
    return lost > 2 && (double) lost / (lost + ready) >= MOST ? State.MOST_LOST : State.NORMAL;
  }

  /** Returns the zones in which nodes wait. */
  Collection<String> waitingZones() {
    return waiting.entrySet().stream()
        .filter(zone -> !zone.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns when the next node of a zone may get the taint, or nothing while none may. */
  Optional<Instant> next(String zone, Instant now) {
    return pauses
        .getOrDefault(zone, Optional.of(PAUSE))
        .map(pause -> last.containsKey(zone) ? last.get(zone).plus(pause) : now);
  }

  /** Takes the next node of a zone, if one waits. */
  Optional<String> take(String zone, Instant now) {
    Set<String> nodes = waiting.getOrDefault(zone, Set.of());
    Optional<String> node = nodes.stream().findFirst();
    node.ifPresent(
        name -> {
          nodes.remove(name);
          last.put(zone, now);
        });
    return node;
  }
}
