package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.Tolerations;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** The pods of DaemonSets: each for one node, which it is pinned to and whose ills it tolerates. */
final class DaemonPods {

  private static final List<String> TOLERATED_FOR_EVER =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  private static final List<String> TOLERATED =
      List.of(
          "node.kubernetes.io/disk-pressure",
          "node.kubernetes.io/memory-pressure",
          "node.kubernetes.io/pid-pressure",
          "node.kubernetes.io/unschedulable");

  private DaemonPods() {}

  /** Returns the pod for a node. */
  static Pod podFor(DaemonSet set, String node, String hash) {
    Pod pod =
        OwnedPods.from(set.getSpec().getTemplate(), set)
            .editMetadata()
            .withGenerateName(set.getMetadata().getName() + "-")
            .addToLabels("controller-revision-hash", hash)
            .addToLabels(
                "pod-template-generation",
                set.getMetadata().getAnnotations() == null
                    ? "1"
                    : set.getMetadata()
                        .getAnnotations()
                        .getOrDefault("deprecated.daemonset.template.generation", "1"))
            .endMetadata()
            .editSpec()
            .editOrNewAffinity()
            .endAffinity()
            .endSpec()
            .build();
    NodeAffinity affinity = pod.getSpec().getAffinity().getNodeAffinity();
    if (affinity == null) {
      affinity = new NodeAffinity();
      pod.getSpec().getAffinity().setNodeAffinity(affinity);
    }
    // Only the name counts then: what the template asks of nodes has been looked at already.
    affinity.setRequiredDuringSchedulingIgnoredDuringExecution(named(node));
    addTolerations(pod.getSpec());
    return pod;
  }

  /** Says whether a pod of the set belongs on a node. */
  static boolean mayCome(DaemonSet set, Node node) {
    return isChosen(set, node)
        && tolerates(set, node, taint -> !"PreferNoSchedule".equals(taint.getEffect()));
  }

  /** Says whether a pod of the set that is on a node may stay there. */
  static boolean mayStay(DaemonSet set, Node node) {
    return isChosen(set, node)
        && tolerates(set, node, taint -> "NoExecute".equals(taint.getEffect()));
  }

  /** Returns the node that a pod is on, or pinned to. */
  static String nodeOf(Pod pod) {
    if (PodClaims.isPlaced(pod)) {
      return pod.getSpec().getNodeName();
    }
    if (pod.getSpec().getAffinity() == null
        || pod.getSpec().getAffinity().getNodeAffinity() == null
        || pod.getSpec()
                .getAffinity()
                .getNodeAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution()
            == null) {
      return "";
    }
    return pod
        .getSpec()
        .getAffinity()
        .getNodeAffinity()
        .getRequiredDuringSchedulingIgnoredDuringExecution()
        .getNodeSelectorTerms()
        .stream()
        .flatMap(term -> term.getMatchFields().stream())
        .flatMap(field -> field.getValues().stream())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("");
  }

  private static NodeSelector named(String node) {
    NodeSelectorRequirement name =
        new NodeSelectorRequirementBuilder()
            .withKey("metadata.name")
            .withOperator("In")
            .withValues(node)
            .build();
    return new NodeSelectorBuilder()
        .addNewNodeSelectorTerm()
        .addToMatchFields(name)
        .endNodeSelectorTerm()
        .build();
  }

  private static boolean isChosen(DaemonSet set, Node node) {
    PodSpec spec = set.getSpec().getTemplate().getSpec();
    boolean named =
        spec.getNodeName() == null
            || spec.getNodeName().isEmpty()
            || spec.getNodeName().equals(node.getMetadata().getName());
    return named && NodeSelectors.admit(spec, node);
  }

  private static boolean tolerates(DaemonSet set, Node node, Predicate<Taint> counts) {
    if (node.getSpec() == null) {
      return true;
    }
    PodSpec spec = new PodSpecBuilder(set.getSpec().getTemplate().getSpec()).build();
    addTolerations(spec);
    return node.getSpec().getTaints().stream()
        .filter(counts)
        .allMatch(taint -> Tolerations.tolerate(spec.getTolerations(), taint));
  }

  private static void addTolerations(PodSpec spec) {
    TOLERATED_FOR_EVER.forEach(key -> addToleration(spec, key, "NoExecute"));
    TOLERATED.forEach(key -> addToleration(spec, key, "NoSchedule"));
    if (Boolean.TRUE.equals(spec.getHostNetwork())) {
      addToleration(spec, "node.kubernetes.io/network-unavailable", "NoSchedule");
    }
  }

  private static void addToleration(PodSpec spec, String key, String effect) {
    spec.getTolerations()
        .add(
            new TolerationBuilder().withKey(key).withOperator("Exists").withEffect(effect).build());
  }
}
