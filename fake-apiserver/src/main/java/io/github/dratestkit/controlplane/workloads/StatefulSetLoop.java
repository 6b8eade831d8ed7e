package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The StatefulSet controller: pods with numbers, one after the other unless the set wants them all
 * at once, with volume claims, revisions and updates from the last pod to the first. Source: {@code
 * pkg/controller/statefulset}, 1.37.
 */
public final class StatefulSetLoop extends PodWorkloadLoop<StatefulSet> {

  private static final String NAME = "statefulset-controller";
  private static final String REVISION = "controller-revision-hash";
  private static final int HISTORY = 10;

  private final Informer<ControllerRevision> known;
  private final Revisions revisions;
  private final StatefulPods control;

  /** Creates the loop. */
  public StatefulSetLoop(ApiAccess access, Timers timers) {
    super(NAME, StatefulSet.class, access, timers);
    this.control = new StatefulPods(writes(), recorder());
    this.revisions = new Revisions(writes(), "controller.kubernetes.io/hash");
    this.known = inform(ControllerRevision.class, revisions::changed);
  }

  @Override
  LabelSelector selectorOf(StatefulSet set) {
    return set.getSpec().getSelector();
  }

  /** A set with its revisions. */
  private record Versioned(
      StatefulSet set, ControllerRevision current, ControllerRevision update, List<Pod> pods) {

    int start() {
      return set.getSpec().getOrdinals() == null || set.getSpec().getOrdinals().getStart() == null
          ? 0
          : set.getSpec().getOrdinals().getStart();
    }

    int end() {
      return start() + (set.getSpec().getReplicas() == null ? 1 : set.getSpec().getReplicas());
    }

    boolean isRolling() {
      return !"OnDelete".equals(set.getSpec().getUpdateStrategy().getType());
    }

    boolean oneByOne() {
      return !"Parallel".equals(set.getSpec().getPodManagementPolicy());
    }
  }

  @Override
  void sync(StatefulSet set, List<Pod> managed) {
    List<ControllerRevision> all = revisions.of(set, known);
    ControllerRevision update = revisions.ensure(set, set.getSpec().getTemplate(), all);
    known.assume(update);
    String name = set.getStatus() == null ? null : set.getStatus().getCurrentRevision();
    ControllerRevision current = name == null ? update : Revisions.named(all, name).orElse(update);
    Versioned versioned = new Versioned(set, current, update, managed);
    if (set.getMetadata().getDeletionTimestamp() == null) {
      move(versioned);
    }
    tell(versioned);
    forget(versioned, all);
  }

  private void move(Versioned versioned) {
    TreeMap<Integer, Pod> byNumber = new TreeMap<>();
    versioned.pods().forEach(pod -> byNumber.put(numberOf(pod), pod));
    if (!fill(versioned, byNumber) || !shrink(versioned, byNumber)) {
      return;
    }
    if (versioned.isRolling()) {
      update(versioned, byNumber);
    }
  }

  /** Makes what is missing, and returns whether what is next may be done too. */
  private boolean fill(Versioned versioned, Map<Integer, Pod> byNumber) {
    for (int number = versioned.start(); number < versioned.end(); number++) {
      Pod pod = byNumber.get(number);
      if (pod == null) {
        create(versioned, number);
      } else if (PodClaims.hasEnded(pod)) {
        if (pod.getMetadata().getDeletionTimestamp() == null) {
          replaceEnded(versioned.set(), pod);
        }
        return false;
      } else {
        control.retain(versioned.set(), pod, false);
      }
      if (versioned.oneByOne() && (pod == null || !isHealthy(pod))) {
        return false;
      }
    }
    return true;
  }

  private void replaceEnded(StatefulSet set, Pod pod) {
    boolean failed = OwnedPods.hasPhase(pod, "Failed");
    recorder()
        .record(
            set,
            failed ? EventRecorder.Type.WARNING : EventRecorder.Type.NORMAL,
            failed ? "RecreatingFailedPod" : "RecreatingTerminatedPod",
            "StatefulSet %s/%s is recreating %s Pod %s"
                .formatted(
                    set.getMetadata().getNamespace(),
                    set.getMetadata().getName(),
                    failed ? "failed" : "terminated",
                    pod.getMetadata().getName()));
    control.delete(set, pod);
  }

  private void create(Versioned versioned, int number) {
    ControllerRevision revision =
        isOld(versioned, number) ? versioned.current() : versioned.update();
    PodTemplateSpec template =
        revision.equals(versioned.update())
            ? versioned.set().getSpec().getTemplate()
            : Revisions.templateOf(revision);
    if (pods()
        .get(versioned.set().getMetadata().getNamespace(), nameOf(versioned, number))
        .isEmpty()) {
      control.create(versioned.set(), number, template, revision.getMetadata().getName());
    }
  }

  /** Says whether a pod is made from the template of before. */
  private static boolean isOld(Versioned versioned, int number) {
    if (!versioned.isRolling()) {
      return false;
    }
    Integer partition = partitionOf(versioned.set());
    return partition == null
        ? number < versioned.start() + count(statusOf(versioned.set()).getCurrentReplicas())
        : number < versioned.start() + partition;
  }

  /** Takes pods away from the last, and returns whether what is next may be done too. */
  private boolean shrink(Versioned versioned, TreeMap<Integer, Pod> byNumber) {
    List<Pod> condemned =
        byNumber.descendingMap().entrySet().stream()
            .filter(
                entry -> entry.getKey() >= versioned.end() || entry.getKey() < versioned.start())
            .map(Map.Entry::getValue)
            .toList();
    boolean first = true;
    for (Pod pod : condemned) {
      if (pod.getMetadata().getDeletionTimestamp() != null) {
        if (versioned.oneByOne()) {
          return false;
        }
        continue;
      }
      if (versioned.oneByOne() && !isHealthy(pod) && !first) {
        return false;
      }
      control.retain(versioned.set(), pod, true);
      control.delete(versioned.set(), pod);
      if (versioned.oneByOne()) {
        return false;
      }
      first = false;
    }
    return true;
  }

  /** Deletes the last pod of an old revision, if all behind it are well. */
  private void update(Versioned versioned, TreeMap<Integer, Pod> byNumber) {
    Integer partition = partitionOf(versioned.set());
    int least = versioned.start() + (partition == null ? 0 : partition);
    for (int number = versioned.end() - 1; number >= least; number--) {
      Pod pod = byNumber.get(number);
      if (pod == null) {
        return;
      }
      boolean goes = pod.getMetadata().getDeletionTimestamp() != null;
      if (!goes && !isOf(versioned.update(), pod)) {
        control.delete(versioned.set(), pod);
        return;
      }
      if (!isHealthy(pod)) {
        return;
      }
    }
  }

  private void tell(Versioned versioned) {
    StatefulSet set = versioned.set();
    Duration rest = Duration.ofSeconds(count(set.getSpec().getMinReadySeconds()));
    List<Pod> pods = versioned.pods();
    List<Pod> staying =
        pods.stream().filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).toList();
    int ready = (int) pods.stream().filter(StatefulSetLoop::isRunningAndReady).count();
    int current = (int) staying.stream().filter(pod -> isOf(versioned.current(), pod)).count();
    int updated = (int) staying.stream().filter(pod -> isOf(versioned.update(), pod)).count();
    StatefulSetStatus now = new StatefulSetStatus();
    now.setObservedGeneration(set.getMetadata().getGeneration());
    now.setReplicas(pods.size());
    now.setReadyReplicas(orNull(ready));
    now.setAvailableReplicas(
        (int)
            pods.stream()
                .filter(StatefulSetLoop::isRunningAndReady)
                .filter(pod -> OwnedPods.isAvailable(pod, rest, now()))
                .count());
    now.setUpdatedReplicas(orNull(updated));
    now.setUpdateRevision(versioned.update().getMetadata().getName());
    boolean complete = versioned.isRolling() && updated == pods.size() && ready == pods.size();
    now.setCurrentReplicas(orNull(complete ? updated : current));
    now.setCurrentRevision(
        (complete ? versioned.update() : versioned.current()).getMetadata().getName());
    now.setCollisionCount(count(statusOf(set).getCollisionCount()));
    now.setConditions(statusOf(set).getConditions());
    if (!now.equals(set.getStatus())) {
      workloads()
          .assume(writes().update(new StatefulSetBuilder(set).withStatus(now).build(), "status"));
    }
    if (ready > now.getAvailableReplicas()) {
      lookAgain(set, rest);
    }
  }

  private void forget(Versioned versioned, List<ControllerRevision> all) {
    Set<String> inUse = new HashSet<>();
    inUse.add(versioned.current().getMetadata().getName());
    inUse.add(versioned.update().getMetadata().getName());
    versioned
        .pods()
        .forEach(pod -> inUse.add(LabelSelectors.labelsOf(pod).getOrDefault(REVISION, "")));
    Integer limit = versioned.set().getSpec().getRevisionHistoryLimit();
    revisions.forgetOld(all, inUse, limit == null ? HISTORY : limit);
  }

  private static boolean isOf(ControllerRevision revision, Pod pod) {
    return revision.getMetadata().getName().equals(LabelSelectors.labelsOf(pod).get(REVISION));
  }

  private static boolean isHealthy(Pod pod) {
    return isRunningAndReady(pod) && pod.getMetadata().getDeletionTimestamp() == null;
  }

  private static boolean isRunningAndReady(Pod pod) {
    return OwnedPods.hasPhase(pod, "Running") && OwnedPods.isReady(pod);
  }

  private static @Nullable Integer partitionOf(StatefulSet set) {
    return set.getSpec().getUpdateStrategy().getRollingUpdate() == null
        ? null
        : set.getSpec().getUpdateStrategy().getRollingUpdate().getPartition();
  }

  private static StatefulSetStatus statusOf(StatefulSet set) {
    return set.getStatus() == null ? new StatefulSetStatus() : set.getStatus();
  }

  private static String nameOf(Versioned versioned, int number) {
    return versioned.set().getMetadata().getName() + "-" + number;
  }

  private static int numberOf(Pod pod) {
    String name = pod.getMetadata().getName();
    String number = name.substring(name.lastIndexOf('-') + 1);
    return number.chars().allMatch(Character::isDigit) && !number.isEmpty()
        ? Integer.parseInt(number)
        : -1;
  }

  /** Counts of zero are left out, as Go leaves them out. */
  private static @Nullable Integer orNull(int count) {
    return count == 0 ? null : count;
  }

  private static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
