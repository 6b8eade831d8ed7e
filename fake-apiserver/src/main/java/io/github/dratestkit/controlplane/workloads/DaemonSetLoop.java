package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import io.github.dratestkit.controlplane.common.Tolerations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A small DaemonSet controller: one pod for each node that the template's node selector chooses,
 * pinned to it by affinity and tolerating what every daemon tolerates.
 */
public final class DaemonSetLoop extends ReconcilingLoop<ObjectKey> {

  private static final List<String> TOLERATED_FOR_EVER =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  private static final List<String> TOLERATED =
      List.of(
          "node.kubernetes.io/disk-pressure",
          "node.kubernetes.io/memory-pressure",
          "node.kubernetes.io/pid-pressure",
          "node.kubernetes.io/unschedulable");

  private final Informer<DaemonSet> sets;
  private final Informer<Node> nodes;
  private final Index<Pod, String> podsByOwner = new Index<>(OwnedPods::ownersOf);
  private final Expectations expectations = new Expectations();

  /** Creates the loop. */
  public DaemonSetLoop(ApiAccess access, Timers timers) {
    super("daemonset-controller", access, timers);
    inform(Pod.class, this::podChanged);
    this.sets = inform(DaemonSet.class, change -> queue().add(ObjectKey.of(change.object())));
    this.nodes = inform(Node.class, this::nodeChanged);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    sets.get(key)
        .filter(set -> set.getMetadata().getDeletionTimestamp() == null)
        .ifPresent(this::sync);
  }

  private void sync(DaemonSet set) {
    Map<String, Pod> byNode = new HashMap<>();
    for (Pod pod : podsByOwner.under(set.getMetadata().getUid())) {
      byNode.put(nodeOf(pod), pod);
    }
    List<String> wanted =
        nodes.all().stream()
            .filter(node -> chooses(set, node) && tolerates(set, node))
            .map(node -> node.getMetadata().getName())
            .toList();
    if (expectations.areMet(set.getMetadata().getUid())) {
      for (String node : wanted) {
        Pod pod = byNode.get(node);
        if (pod == null) {
          create(set, node);
        } else if (PodClaims.hasEnded(pod)) {
          OwnedPods.delete(writes(), pod);
        }
      }
      byNode.forEach((node, pod) -> deleteUnwanted(wanted, node, pod));
    }
    tell(set, wanted, byNode);
  }

  private void deleteUnwanted(List<String> wanted, String node, Pod pod) {
    if (!wanted.contains(node) && OwnedPods.isActive(pod)) {
      OwnedPods.delete(writes(), pod);
    }
  }

  private void create(DaemonSet set, String node) {
    Pod pod =
        OwnedPods.from(set.getSpec().getTemplate(), set)
            .editMetadata()
            .withGenerateName(set.getMetadata().getName() + "-")
            .endMetadata()
            .editSpec()
            .editOrNewAffinity()
            .withNodeAffinity(pinnedTo(node))
            .endAffinity()
            .endSpec()
            .build();
    addTolerations(pod.getSpec());
    Pod created = writes().create(pod);
    expectations.expectCreation(set.getMetadata().getUid(), created.getMetadata().getUid());
  }

  private static NodeAffinity pinnedTo(String node) {
    NodeAffinity affinity = new NodeAffinity();
    affinity.setRequiredDuringSchedulingIgnoredDuringExecution(
        new NodeSelectorBuilder()
            .addNewNodeSelectorTerm()
            .addNewMatchField()
            .withKey("metadata.name")
            .withOperator("In")
            .withValues(node)
            .endMatchField()
            .endNodeSelectorTerm()
            .build());
    return affinity;
  }

  private static void addTolerations(PodSpec spec) {
    TOLERATED_FOR_EVER.forEach(key -> addToleration(spec, key, "NoExecute"));
    TOLERATED.forEach(key -> addToleration(spec, key, "NoSchedule"));
  }

  private static void addToleration(PodSpec spec, String key, String effect) {
    spec.getTolerations()
        .add(
            new TolerationBuilder().withKey(key).withOperator("Exists").withEffect(effect).build());
  }

  private void tell(DaemonSet set, List<String> wanted, Map<String, Pod> byNode) {
    int current = (int) wanted.stream().filter(byNode::containsKey).count();
    int ready =
        (int)
            wanted.stream()
                .filter(node -> byNode.containsKey(node) && OwnedPods.isReady(byNode.get(node)))
                .count();
    DaemonSetStatus now = new DaemonSetStatus();
    now.setDesiredNumberScheduled(wanted.size());
    now.setCurrentNumberScheduled(current);
    now.setUpdatedNumberScheduled(current);
    now.setNumberMisscheduled(0);
    now.setNumberReady(ready);
    now.setNumberAvailable(ready);
    now.setNumberUnavailable(wanted.size() - ready);
    now.setObservedGeneration(set.getMetadata().getGeneration());
    DaemonSetStatus before = set.getStatus();
    boolean same =
        before != null
            && Objects.equals(before.getDesiredNumberScheduled(), wanted.size())
            && Objects.equals(before.getCurrentNumberScheduled(), current)
            && Objects.equals(before.getNumberReady(), ready)
            && Objects.equals(before.getObservedGeneration(), now.getObservedGeneration());
    if (!same) {
      sets.assume(writes().update(new DaemonSetBuilder(set).withStatus(now).build(), "status"));
    }
  }

  private void nodeChanged(Change<Node> change) {
    sets.all().forEach(set -> queue().add(ObjectKey.of(set)));
  }

  private void podChanged(Change<Pod> change) {
    podsByOwner.apply(change);
    PodClaims.controllerOf(change.object())
        .filter(owner -> owner.getKind().equals("DaemonSet"))
        .ifPresent(
            owner -> {
              expectations.seen(owner.getUid(), change.object().getMetadata().getUid());
              queue()
                  .add(ObjectKey.of(change.object().getMetadata().getNamespace(), owner.getName()));
            });
  }

  private static boolean chooses(DaemonSet set, Node node) {
    Map<String, String> selector = set.getSpec().getTemplate().getSpec().getNodeSelector();
    Map<String, String> labels = node.getMetadata().getLabels();
    return selector == null
        || selector.isEmpty()
        || (labels != null && labels.entrySet().containsAll(selector.entrySet()));
  }

  /** Says whether a daemon's pod may come to the node; one that is there may stay. */
  private static boolean tolerates(DaemonSet set, Node node) {
    if (node.getSpec() == null) {
      return true;
    }
    PodSpec spec = new PodSpecBuilder(set.getSpec().getTemplate().getSpec()).build();
    addTolerations(spec);
    return node.getSpec().getTaints().stream()
        .filter(taint -> !"PreferNoSchedule".equals(taint.getEffect()))
        .allMatch(taint -> Tolerations.tolerate(spec.getTolerations(), taint));
  }

  /** Returns the node that a daemon's pod is pinned to, or on. */
  private static String nodeOf(Pod pod) {
    if (pod.getSpec().getNodeName() != null && !pod.getSpec().getNodeName().isEmpty()) {
      return pod.getSpec().getNodeName();
    }
    return pod.getSpec().getAffinity() == null
            || pod.getSpec().getAffinity().getNodeAffinity() == null
        ? ""
        : pod.getSpec()
            .getAffinity()
            .getNodeAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getNodeSelectorTerms()
            .get(0)
            .getMatchFields()
            .get(0)
            .getValues()
            .get(0);
  }
}
