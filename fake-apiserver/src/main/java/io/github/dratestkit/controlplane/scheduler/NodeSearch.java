package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Finds the node for a pod: filters until there are enough nodes that fit, scores those, and takes
 * the best; of several best ones a random one, from a seed. In large clusters it stops early and
 * goes on from there with the next pod, as upstream does.
 */
final class NodeSearch {

  private static final int ALWAYS_TRIED = 100;
  private static final int SMALLEST_SHARE = 5;

  private final List<NodeFilter> filters;
  private final Nominations nominations;
  private final WorkloadSpread workloads;
  private final SplittableRandom random;
  private int start;

  /** Creates a search with the filters before the one of the claims. */
  NodeSearch(
      List<NodeFilter> filters, Nominations nominations, WorkloadSpread workloads, long seed) {
    this.workloads = workloads;
    this.filters = List.copyOf(filters);
    this.nominations = nominations;
    this.random = new SplittableRandom(seed);
  }

  /** Returns what may speak against a pod among {@code all} nodes. */
  PodCheck check(Pod pod, PodDemand demand, ClaimCycle claims, List<NodeInfo> all) {
    return new PodCheck(pod, demand, claims, filters, nominations, all);
  }

  /** Looks for a node among {@code all}. */
  Selection select(Pod pod, PodDemand demand, ClaimCycle claims, List<NodeInfo> all) {
    if (all.isEmpty()) {
      return new Selection.NoNodes();
    }
    PodCheck check = check(pod, demand, claims, all);
    Diagnosis diagnosis = Diagnosis.ofNodes(all.size());
    List<NodeInfo> candidates = all;
    Optional<Set<String>> named = namesInAffinity(pod);
    if (named.isPresent()) {
      Set<String> names = named.get();
      if (names.isEmpty()) {
        return new Selection.NoFit(
            Diagnosis.everywhere(
                all.size(),
                new Rejected(
                    NodeFilters.AFFINITY, Remedy.NONE, List.of("pod affinity terms conflict"))),
            check,
            Optional.of("not found"));
      }
      candidates = all.stream().filter(node -> names.contains(node.name())).toList();
      diagnosis.setElsewhere(
          new Rejected(
              NodeFilters.AFFINITY,
              Remedy.NONE,
              List.of("node(s) didn't satisfy plugin(s) [NodeAffinity]")));
    }
    return select(check, candidates, all, diagnosis);
  }

  private Selection select(
      PodCheck check, List<NodeInfo> candidates, List<NodeInfo> nodes, Diagnosis diagnosis) {
    int all = nodes.size();
    int enough = enough(candidates.size());
    List<NodeInfo> fitting = new ArrayList<>();
    for (int i = 0; i < candidates.size() && fitting.size() < enough; i++) {
      NodeInfo node = candidates.get((start + i) % candidates.size());
      Verdict verdict = check.on(node);
      if (verdict instanceof Verdict.Failed failed) {
        start = (start + fitting.size() + diagnosis.processed()) % all;
        return new Selection.Failed(failed.message(), check.claims());
      }
      if (verdict instanceof Rejected rejected) {
        diagnosis.add(node.name(), rejected);
      } else {
        fitting.add(node);
      }
    }
    start = (start + fitting.size() + diagnosis.processed()) % all;
    if (fitting.isEmpty()) {
      return new Selection.NoFit(diagnosis, check);
    }
    return new Selection.Chosen(best(check, fitting, nodes), check);
  }

  private NodeInfo best(PodCheck check, List<NodeInfo> fitting, List<NodeInfo> nodes) {
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    long[] scores = Scores.of(check, workloads, fitting, nodes);
    List<NodeInfo> best = new ArrayList<>();
    long most = Long.MIN_VALUE;
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] > most) {
        most = scores[i];
        best.clear();
      }
      if (scores[i] == most) {
        best.add(fitting.get(i));
      }
    }
    return best.get(best.size() == 1 ? 0 : random.nextInt(best.size()));
  }

  private static int enough(int nodes) {
    if (nodes < ALWAYS_TRIED) {
      return nodes;
    }
    int share = Math.max(50 - nodes / 125, SMALLEST_SHARE);
    return Math.max(nodes * share / 100, ALWAYS_TRIED);
  }

  /** Returns the nodes that required affinity names, if every alternative names some. */
  private static Optional<Set<String>> namesInAffinity(Pod pod) {
    NodeSelector required = NodeFilters.requiredAffinity(pod);
    if (required == null || required.getNodeSelectorTerms().isEmpty()) {
      return Optional.empty();
    }
    Set<String> all = new LinkedHashSet<>();
    for (NodeSelectorTerm term : required.getNodeSelectorTerms()) {
      Set<String> names = namesIn(term);
      if (names == null) {
        return Optional.empty();
      }
      all.addAll(names);
    }
    return Optional.of(all);
  }

  private static @Nullable Set<String> namesIn(NodeSelectorTerm term) {
    Set<String> names = null;
    for (NodeSelectorRequirement field : term.getMatchFields()) {
      if (!"metadata.name".equals(field.getKey()) || !"In".equals(field.getOperator())) {
        continue;
      }
      if (names == null) {
        names = new HashSet<>(field.getValues());
      } else {
        names.retainAll(field.getValues());
      }
    }
    return names;
  }
}
