package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that may speak against one pod in one attempt, asked node by node: what nodes are like, what
 * pods elsewhere ask for, and the pod's claims. The first that does not agree decides.
 */
final class PodCheck {

  private final Pod pod;
  private final PodDemand demand;
  private final ClaimCycle claims;
  private final List<NodeFilter> filters;
  private final Nominations nominations;
  private final List<NodeInfo> all;
  private @Nullable List<NodeFilter> neighbours;

  /**
   * Creates a check.
   *
   * @param filters those that look at one node alone
   * @param all the nodes whose pods may matter
   */
  PodCheck(
      Pod pod,
      PodDemand demand,
      ClaimCycle claims,
      List<NodeFilter> filters,
      Nominations nominations,
      List<NodeInfo> all) {
    this.pod = pod;
    this.demand = demand;
    this.claims = claims;
    this.filters = filters;
    this.nominations = nominations;
    this.all = all;
  }

  Pod pod() {
    return pod;
  }

  PodDemand demand() {
    return demand;
  }

  ClaimCycle claims() {
    return claims;
  }

  /**
   * Says what speaks against the pod on the node, as it is and as it will be with the pods that
   * room is being made for.
   */
  Verdict on(NodeInfo node) {
    NodeInfo fuller = nominations.with(node, pod);
    if (fuller != node) {
      Verdict verdict = once(fuller);
      if (!(verdict instanceof Verdict.Fits)) {
        return verdict;
      }
    }
    return once(node);
  }

  /** Returns the same check after pods have come or gone on {@code node}. */
  PodCheck with(NodeInfo node) {
    if (neighbours().isEmpty() && !PodCompany.matters(pod, List.of(node))) {
      return this;
    }
    List<NodeInfo> now =
        all.stream().map(other -> other.name().equals(node.name()) ? node : other).toList();
    return new PodCheck(pod, demand, claims, filters, nominations, now);
  }

  private Verdict once(NodeInfo node) {
    for (NodeFilter filter : filters) {
      Verdict verdict = filter.check(pod, demand, node);
      if (!(verdict instanceof Verdict.Fits)) {
        return verdict;
      }
    }
    Verdict reached = claims.volumes().check(pod, demand, node);
    if (!(reached instanceof Verdict.Fits)) {
      return reached;
    }
    for (NodeFilter filter : neighbours()) {
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

  private List<NodeFilter> neighbours() {
    List<NodeFilter> known = neighbours;
    if (known == null) {
      known = new ArrayList<>();
      if (!PodSpread.constraintsOf(pod).isEmpty()) {
        known.add(new PodSpread(pod, all));
      }
      if (PodCompany.matters(pod, all)) {
        known.add(new PodCompany(pod, all));
      }
      neighbours = known;
    }
    return known;
  }
}
