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
  private final SplittableRandom random;
  private int start;

  /** The filters of the current attempt that look at pods on other nodes too. */
  private List<NodeFilter> neighbours = List.of();

  /** Creates a search with the filters before the one of the claims. */
  NodeSearch(List<NodeFilter> filters, Nominations nominations, long seed) {
    this.filters = List.copyOf(filters);
    this.nominations = nominations;
    this.random = new SplittableRandom(seed);
  }

  /** Looks for a node among {@code all}. */
  Selection select(Pod pod, PodDemand demand, ClaimCycle claims, List<NodeInfo> all) {
    if (all.isEmpty()) {
      return new Selection.NoNodes();
    }
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
            claims);
      }
      candidates = all.stream().filter(node -> names.contains(node.name())).toList();
      diagnosis.setElsewhere(
          new Rejected(
              NodeFilters.AFFINITY,
              Remedy.NONE,
              List.of("node(s) didn't satisfy plugin(s) [NodeAffinity]")));
    }
    return select(pod, demand, claims, candidates, all, diagnosis);
  }

  private Selection select(
      Pod pod,
      PodDemand demand,
      ClaimCycle claims,
      List<NodeInfo> candidates,
      List<NodeInfo> nodes,
      Diagnosis diagnosis) {
    int all = nodes.size();
    neighbours = neighbours(pod, nodes);
    int enough = enough(candidates.size());
    List<NodeInfo> fitting = new ArrayList<>();
    for (int i = 0; i < candidates.size() && fitting.size() < enough; i++) {
      NodeInfo node = candidates.get((start + i) % candidates.size());
      Verdict verdict = check(pod, demand, claims, node);
      if (verdict instanceof Verdict.Failed failed) {
        start = (start + fitting.size() + diagnosis.processed()) % all;
        return new Selection.Failed(failed.message(), claims);
      }
      if (verdict instanceof Rejected rejected) {
        diagnosis.add(node.name(), rejected);
      } else {
        fitting.add(node);
      }
    }
    start = (start + fitting.size() + diagnosis.processed()) % all;
    if (fitting.isEmpty()) {
      return new Selection.NoFit(diagnosis, claims);
    }
    return new Selection.Chosen(best(pod, demand, claims, fitting, nodes), claims);
  }

  /**
   * Returns what the first filter says that does not agree, on the node as it is and as it will be
   * with the pods that room is being made for.
   */
  Verdict check(Pod pod, PodDemand demand, ClaimCycle claims, NodeInfo node) {
    NodeInfo fuller = nominations.with(node, pod);
    if (fuller != node) {
      Verdict verdict = checkOnce(pod, demand, claims, fuller);
      if (!(verdict instanceof Verdict.Fits)) {
        return verdict;
      }
    }
    return checkOnce(pod, demand, claims, node);
  }

  private Verdict checkOnce(Pod pod, PodDemand demand, ClaimCycle claims, NodeInfo node) {
    for (NodeFilter filter : filters) {
      Verdict verdict = filter.check(pod, demand, node);
      if (!(verdict instanceof Verdict.Fits)) {
        return verdict;
      }
    }
    for (NodeFilter filter : neighbours) {
      Verdict verdict = filter.check(pod, demand, node);
      if (!(verdict instanceof Verdict.Fits)) {
        return verdict;
      }
    }
    Verdict verdict = claims.check(pod, demand, node);
    return verdict instanceof Verdict.Failed failed
        ? new Verdict.Failed(
            "running \"%s\" filter plugin: %s".formatted(ClaimCycle.NAME, failed.message()))
        : verdict;
  }

  private static List<NodeFilter> neighbours(Pod pod, List<NodeInfo> nodes) {
    List<NodeFilter> filters = new ArrayList<>();
    if (!PodSpread.constraintsOf(pod).isEmpty()) {
      filters.add(new PodSpread(pod, nodes));
    }
    if (PodCompany.matters(pod, nodes)) {
      filters.add(new PodCompany(pod, nodes));
    }
    return filters;
  }

  private NodeInfo best(
      Pod pod, PodDemand demand, ClaimCycle claims, List<NodeInfo> fitting, List<NodeInfo> nodes) {
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    long[] scores = Scores.of(pod, demand, claims, fitting, nodes);
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
