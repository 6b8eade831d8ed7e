package io.github.dratestkit.controlplane.scheduler;

import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Why no node was found: what each node was refused for, or what spoke against the pod on all of
 * them. Its text is the one that users know (upstream's FitError, 1.37).
 */
final class Diagnosis {

  private final int nodes;
  private final @Nullable Rejected everywhere;
  private final Map<String, Rejected> byNode = new LinkedHashMap<>();
  private @Nullable Rejected elsewhere;

  private Diagnosis(int nodes, @Nullable Rejected everywhere) {
    this.nodes = nodes;
    this.everywhere = everywhere;
  }

  /** Returns a diagnosis in which one reason counts for all nodes, before any was looked at. */
  static Diagnosis everywhere(int nodes, Rejected rejected) {
    return new Diagnosis(nodes, rejected);
  }

  /** Returns a diagnosis that is filled node by node. */
  static Diagnosis ofNodes(int nodes) {
    return new Diagnosis(nodes, null);
  }

  void add(String node, Rejected rejected) {
    byNode.put(node, rejected);
  }

  /** Sets what counts for the nodes that were not looked at. */
  void setElsewhere(Rejected rejected) {
    elsewhere = rejected;
  }

  Map<String, Rejected> byNode() {
    return byNode;
  }

  int processed() {
    return byNode.size();
  }

  /** Returns the plugins that turned the pod away. */
  Set<String> rejectors() {
    Set<String> rejectors = new LinkedHashSet<>();
    if (everywhere != null) {
      rejectors.add(everywhere.plugin());
    }
    byNode.values().forEach(rejected -> rejectors.add(rejected.plugin()));
    if (elsewhere != null) {
      rejectors.add(elsewhere.plugin());
    }
    return rejectors;
  }

  /** Returns the names of the nodes where removing other pods might help. */
  List<String> nodesForPreemption() {
    return byNode.entrySet().stream()
        .filter(entry -> entry.getValue().remedy() == Remedy.PREEMPTION)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Returns the text for users.
   *
   * @param afterwards what was tried after no node was found, may be empty
   */
  String message(String afterwards) {
    StringBuilder text = new StringBuilder("0/" + nodes + " nodes are available:");
    if (everywhere != null) {
      text.append(' ').append(String.join(", ", everywhere.reasons())).append('.');
    } else {
      List<String> counted = countedReasons();
      if (!counted.isEmpty()) {
        text.append(' ').append(String.join(", ", counted)).append('.');
      }
    }
    return afterwards.isEmpty() ? text.toString() : text.append(' ').append(afterwards).toString();
  }

  private List<String> countedReasons() {
    Map<String, Integer> counts = new TreeMap<>();
    byNode.values().forEach(rejected -> count(counts, rejected, 1));
    if (elsewhere != null && byNode.size() < nodes) {
      count(counts, elsewhere, nodes - byNode.size());
    }
    List<String> texts = new ArrayList<>();
    counts.forEach((reason, count) -> texts.add(count + " " + reason));
    texts.sort(null);
    return texts;
  }

  private static void count(Map<String, Integer> counts, Rejected rejected, int nodes) {
    rejected.reasons().forEach(reason -> counts.merge(reason, nodes, Integer::sum));
  }
}
