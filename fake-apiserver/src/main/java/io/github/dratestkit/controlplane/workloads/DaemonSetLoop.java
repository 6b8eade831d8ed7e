package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The DaemonSet controller: one pod for each node that may have one, replaced node by node when the
 * template changes. Extra pods during an update (maxSurge) are not made. Source: {@code
 * pkg/controller/daemon}, 1.37.
 */
public final class DaemonSetLoop extends PodWorkloadLoop<DaemonSet> {

  private static final String REVISION = "controller-revision-hash";
  private static final int HISTORY = 10;

  private static final Comparator<Pod> OLDEST_FIRST =
      Comparator.comparing((Pod pod) -> !PodClaims.isPlaced(pod))
          .thenComparing(pod -> String.valueOf(pod.getMetadata().getCreationTimestamp()))
          .thenComparing(pod -> pod.getMetadata().getName());

  private final Informer<Node> nodes;
  private final Informer<ControllerRevision> known;
  private final Revisions revisions;

  /** Creates the loop. */
  public DaemonSetLoop(ApiAccess access, Timers timers) {
    super("daemonset-controller", DaemonSet.class, access, timers);
    this.nodes = inform(Node.class, this::nodeChanged);
    this.revisions = new Revisions(writes(), REVISION);
    this.known = inform(ControllerRevision.class, revisions::changed);
  }

  @Override
  LabelSelector selectorOf(DaemonSet set) {
    return set.getSpec().getSelector();
  }

  @Override
  void sync(DaemonSet set, List<Pod> managed) {
    if (set.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    List<ControllerRevision> all = revisions.of(set, known);
    ControllerRevision newest = revisions.ensure(set, set.getSpec().getTemplate(), all);
    known.assume(newest);
    String hash = LabelSelectors.labelsOf(newest).getOrDefault(REVISION, "");
    Map<String, List<Pod>> byNode = byNode(managed);
    if (isUpToDate(set)) {
      boolean changed = manage(set, byNode, hash);
      if (!changed && !"OnDelete".equals(set.getSpec().getUpdateStrategy().getType())) {
        roll(set, byNode, hash);
      }
    }
    tell(set, byNode, hash);
    forget(set, all, newest, managed);
  }

  private static Map<String, List<Pod>> byNode(List<Pod> managed) {
    Map<String, List<Pod>> byNode = new LinkedHashMap<>();
    managed.stream()
        .filter(pod -> !(PodClaims.hasEnded(pod) && isGoing(pod)))
        .sorted(OLDEST_FIRST)
        .forEach(
            pod ->
                byNode.computeIfAbsent(DaemonPods.nodeOf(pod), node -> new ArrayList<>()).add(pod));
    return byNode;
  }

  /** Makes what is missing and deletes what is too much, and returns whether there was any. */
  private boolean manage(DaemonSet set, Map<String, List<Pod>> byNode, String hash) {
    boolean changed = false;
    for (Node node : nodes.all()) {
      String name = node.getMetadata().getName();
      List<Pod> there = byNode.getOrDefault(name, List.of());
      if (there.isEmpty()) {
        if (DaemonPods.mayCome(set, node)) {
          create(set, DaemonPods.podFor(set, name, hash));
          changed = true;
        }
      } else {
        List<Pod> unwanted =
            DaemonPods.mayStay(set, node)
                ? superfluous(set, name, there)
                : there.stream().filter(pod -> !isGoing(pod)).toList();
        unwanted.forEach(pod -> delete(set, pod));
        changed |= !unwanted.isEmpty();
      }
    }
    return changed;
  }

  private List<Pod> superfluous(DaemonSet set, String node, List<Pod> there) {
    List<Pod> unwanted = new ArrayList<>();
    boolean one = false;
    for (Pod pod : there) {
      if (isGoing(pod)) {
        continue;
      }
      if (PodClaims.hasEnded(pod)) {
        reportEnd(set, node, pod);
        unwanted.add(pod);
      } else if (one) {
        unwanted.add(pod);
      } else {
        one = true;
      }
    }
    return unwanted;
  }

  private void reportEnd(DaemonSet set, String node, Pod pod) {
    boolean failed = OwnedPods.hasPhase(pod, "Failed");
    recorder()
        .record(
            set,
            failed ? EventRecorder.Type.WARNING : EventRecorder.Type.NORMAL,
            failed ? "FailedDaemonPod" : "SucceededDaemonPod",
            "Found %s daemon pod %s on node %s, will try to %s it"
                .formatted(
                    failed ? "failed" : "succeeded",
                    PodClaims.pathOf(pod),
                    node,
                    failed ? "kill" : "delete"));
  }

  /** Deletes pods of old templates: those that serve nobody, and as many more as may be missing. */
  private void roll(DaemonSet set, Map<String, List<Pod>> byNode, String hash) {
    int unavailable = 0;
    List<Pod> useless = new ArrayList<>();
    List<Pod> useful = new ArrayList<>();
    for (List<Pod> there : byNode.values()) {
      List<Pod> staying = there.stream().filter(pod -> !isGoing(pod)).toList();
      if (staying.size() != 1) {
        unavailable++;
      } else if (isOf(hash, staying.get(0))) {
        unavailable += isAvailable(set, staying.get(0)) ? 0 : 1;
      } else if (!isAvailable(set, staying.get(0))) {
        useless.add(staying.get(0));
        unavailable++;
      } else {
        useful.add(staying.get(0));
      }
    }
    useless.forEach(pod -> delete(set, pod));
    useful.stream()
        .limit(Math.max(0, mostUnavailable(set) - unavailable))
        .forEach(pod -> delete(set, pod));
  }

  private int mostUnavailable(DaemonSet set) {
    int wanted = (int) nodes.all().stream().filter(node -> DaemonPods.mayCome(set, node)).count();
    var rolling = set.getSpec().getUpdateStrategy().getRollingUpdate();
    return rolling == null ? 1 : Fenceposts.part(rolling.getMaxUnavailable(), wanted, 99);
  }

  private void tell(DaemonSet set, Map<String, List<Pod>> byNode, String hash) {
    int wanted = 0;
    int misplaced = 0;
    List<Pod> serving = new ArrayList<>();
    for (Node node : nodes.all()) {
      List<Pod> there = byNode.getOrDefault(node.getMetadata().getName(), List.of());
      if (DaemonPods.mayCome(set, node)) {
        wanted++;
        there.stream().findFirst().ifPresent(serving::add);
      } else if (!there.isEmpty()) {
        misplaced++;
      }
    }
    int ready = (int) serving.stream().filter(OwnedPods::isReady).count();
    int available = (int) serving.stream().filter(pod -> isAvailable(set, pod)).count();
    int updated = (int) serving.stream().filter(pod -> isOf(hash, pod)).count();
    DaemonSetStatus now = new DaemonSetStatus();
    now.setDesiredNumberScheduled(wanted);
    now.setCurrentNumberScheduled(serving.size());
    now.setNumberMisscheduled(misplaced);
    now.setNumberReady(ready);
    now.setUpdatedNumberScheduled(orNull(updated));
    now.setNumberAvailable(orNull(available));
    now.setNumberUnavailable(orNull(wanted - available));
    now.setObservedGeneration(set.getMetadata().getGeneration());
    DaemonSetStatus before = set.getStatus();
    if (before != null) {
      now.setCollisionCount(before.getCollisionCount());
      now.setConditions(before.getConditions());
    }
    if (!Objects.equals(now, before)) {
      workloads()
          .assume(writes().update(new DaemonSetBuilder(set).withStatus(now).build(), "status"));
    }
    if (ready > available) {
      lookAgain(set, restOf(set));
    }
  }

  private void forget(
      DaemonSet set, List<ControllerRevision> all, ControllerRevision newest, List<Pod> pods) {
    Set<String> inUse = new HashSet<>();
    inUse.add(newest.getMetadata().getName());
    pods.forEach(
        pod ->
            inUse.add(
                set.getMetadata().getName()
                    + "-"
                    + LabelSelectors.labelsOf(pod).getOrDefault(REVISION, "")));
    Integer limit = set.getSpec().getRevisionHistoryLimit();
    revisions.forgetOld(all, inUse, limit == null ? HISTORY : limit);
  }

  private void nodeChanged(Change<Node> change) {
    workloads().all().forEach(set -> queue().add(ObjectKey.of(set)));
  }

  private boolean isAvailable(DaemonSet set, Pod pod) {
    return OwnedPods.isAvailable(pod, restOf(set), now());
  }

  private static Duration restOf(DaemonSet set) {
    Integer seconds = set.getSpec().getMinReadySeconds();
    return Duration.ofSeconds(seconds == null ? 0 : seconds);
  }

  private static boolean isOf(String hash, Pod pod) {
    return hash.equals(LabelSelectors.labelsOf(pod).get(REVISION));
  }

  private static boolean isGoing(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  /** Counts of zero are left out, as Go leaves them out. */
  private static @Nullable Integer orNull(int count) {
    return count == 0 ? null : count;
  }
}
