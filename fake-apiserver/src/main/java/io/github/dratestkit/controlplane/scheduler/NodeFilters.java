package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.common.Tolerations;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The filters that look at a node alone, in upstream's order: name, unschedulable, taints,
 * affinity, ports. The first that rejects decides what a user reads.
 */
final class NodeFilters {

  static final String NODE_NAME = "NodeName";
  static final String UNSCHEDULABLE = "NodeUnschedulable";
  static final String TAINTS = "TaintToleration";
  static final String AFFINITY = "NodeAffinity";
  static final String PORTS = "NodePorts";

  static final List<NodeFilter> IN_ORDER =
      List.of(
          NodeFilters::nodeName,
          NodeFilters::unschedulable,
          NodeFilters::taints,
          NodeFilters::affinity,
          NodeFilters::ports);

  private static final Taint UNSCHEDULABLE_TAINT =
      new Taint("NoSchedule", "node.kubernetes.io/unschedulable", null, null);

  private NodeFilters() {}

  static Verdict nodeName(Pod pod, PodDemand demand, NodeInfo node) {
    String wanted = pod.getSpec().getNodeName();
    if (wanted == null || wanted.isEmpty() || wanted.equals(node.name())) {
      return Verdict.FITS;
    }
    return Verdict.rejected(NODE_NAME, Remedy.NONE, "node(s) didn't match the requested node name");
  }

  static Verdict unschedulable(Pod pod, PodDemand demand, NodeInfo node) {
    if (!isUnschedulable(node.node())
        || Tolerations.tolerate(pod.getSpec().getTolerations(), UNSCHEDULABLE_TAINT)) {
      return Verdict.FITS;
    }
    return Verdict.rejected(UNSCHEDULABLE, Remedy.NONE, "node(s) were unschedulable");
  }

  static Verdict taints(Pod pod, PodDemand demand, NodeInfo node) {
    return toleratesAll(pod, node.node())
        ? Verdict.FITS
        : Verdict.rejected(TAINTS, Remedy.NONE, "node(s) had untolerated taint(s)");
  }

  static Verdict affinity(Pod pod, PodDemand demand, NodeInfo node) {
    return isChosen(pod, node.node())
        ? Verdict.FITS
        : Verdict.rejected(
            AFFINITY, Remedy.NONE, "node(s) didn't match Pod's node affinity/selector");
  }

  static Verdict ports(Pod pod, PodDemand demand, NodeInfo node) {
    for (ContainerPort wanted : demand.hostPorts()) {
      for (NodeInfo.Placed placed : node.pods()) {
        if (placed.demand().hostPorts().stream().anyMatch(taken -> conflict(wanted, taken))) {
          return Verdict.rejected(
              PORTS,
              Remedy.PREEMPTION,
              "node(s) didn't have free ports for the requested pod ports");
        }
      }
    }
    return Verdict.FITS;
  }

  static boolean isUnschedulable(Node node) {
    return Boolean.TRUE.equals(node.getSpec() == null ? null : node.getSpec().getUnschedulable());
  }

  static boolean toleratesAll(Pod pod, Node node) {
    if (node.getSpec() == null || node.getSpec().getTaints().isEmpty()) {
      return true;
    }
    return node.getSpec().getTaints().stream()
        .filter(
            taint ->
                "NoSchedule".equals(taint.getEffect()) || "NoExecute".equals(taint.getEffect()))
        .allMatch(taint -> Tolerations.tolerate(pod.getSpec().getTolerations(), taint));
  }

  static boolean isChosen(Pod pod, Node node) {
    Map<String, String> selector = pod.getSpec().getNodeSelector();
    if (selector != null
        && !selector.isEmpty()
        && !NodeSelectors.labelsOf(node).entrySet().containsAll(selector.entrySet())) {
      return false;
    }
    NodeSelector required = requiredAffinity(pod);
    return required == null || NodeSelectors.matches(required, node);
  }

  static @Nullable NodeSelector requiredAffinity(Pod pod) {
    if (pod.getSpec().getAffinity() == null) {
      return null;
    }
    NodeAffinity affinity = pod.getSpec().getAffinity().getNodeAffinity();
    return affinity == null ? null : affinity.getRequiredDuringSchedulingIgnoredDuringExecution();
  }

  private static boolean conflict(ContainerPort left, ContainerPort right) {
    return left.getHostPort().equals(right.getHostPort())
        && protocol(left).equals(protocol(right))
        && (isAny(left) || isAny(right) || left.getHostIP().equals(right.getHostIP()));
  }

  private static String protocol(ContainerPort port) {
    return port.getProtocol() == null ? "TCP" : port.getProtocol();
  }

  private static boolean isAny(ContainerPort port) {
    return port.getHostIP() == null
        || port.getHostIP().isEmpty()
        || port.getHostIP().equals("0.0.0.0");
  }
}
