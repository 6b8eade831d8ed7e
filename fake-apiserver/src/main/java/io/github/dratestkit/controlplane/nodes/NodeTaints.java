package io.github.dratestkit.controlplane.nodes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The taints that follow from the conditions of a node, and how they are put on it. */
final class NodeTaints {

  static final String NOT_READY = "node.kubernetes.io/not-ready";
  static final String UNREACHABLE = "node.kubernetes.io/unreachable";

  private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
  private static final String NO_SCHEDULE = "NoSchedule";
  private static final String NO_EXECUTE = "NoExecute";

  private static final Map<String, String> BY_CONDITION =
      Map.of(
          "Ready/False", NOT_READY,
          "Ready/Unknown", UNREACHABLE,
          "MemoryPressure/True", "node.kubernetes.io/memory-pressure",
          "DiskPressure/True", "node.kubernetes.io/disk-pressure",
          "NetworkUnavailable/True", "node.kubernetes.io/network-unavailable",
          "PIDPressure/True", "node.kubernetes.io/pid-pressure");

  private final Writes writes;
  private final Timers timers;

  NodeTaints(Writes writes, Timers timers) {
    this.writes = writes;
    this.timers = timers;
  }

  /** Puts on the taints that keep new pods off, and takes off those that no condition asks for. */
  void followConditions(Node node) {
    List<String> wanted = new ArrayList<>();
    for (NodeCondition condition : conditionsOf(node)) {
      Optional.ofNullable(BY_CONDITION.get(condition.getType() + "/" + condition.getStatus()))
          .ifPresent(wanted::add);
    }
    if (node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
      wanted.add(UNSCHEDULABLE);
    }
    List<String> there =
        taintsOf(node).stream()
            .filter(taint -> NO_SCHEDULE.equals(taint.getEffect()))
            .map(Taint::getKey)
            .filter(key -> key.equals(UNSCHEDULABLE) || BY_CONDITION.containsValue(key))
            .toList();
    swap(
        node,
        wanted.stream().filter(key -> !there.contains(key)).toList(),
        there.stream().filter(key -> !wanted.contains(key)).toList(),
        NO_SCHEDULE);
  }

  /** Puts on the one taint that drives pods out, in place of the other. */
  void driveOut(Node node, String key) {
    String other = key.equals(NOT_READY) ? UNREACHABLE : NOT_READY;
    swap(node, List.of(key), List.of(other), NO_EXECUTE);
  }

  /** Takes off both taints that drive pods out. */
  void letStay(Node node) {
    swap(node, List.of(), List.of(UNREACHABLE, NOT_READY), NO_EXECUTE);
  }

  static boolean drivesOut(Node node, String key) {
    return taintsOf(node).stream()
        .anyMatch(taint -> taint.getKey().equals(key) && NO_EXECUTE.equals(taint.getEffect()));
  }

  private void swap(Node known, List<String> on, List<String> off, String effect) {
    boolean has =
        taintsOf(known).stream()
            .anyMatch(taint -> effect.equals(taint.getEffect()) && off.contains(taint.getKey()));
    if (on.isEmpty() && !has) {
      return;
    }
    Optional<Node> live = writes.get(Node.class, "", known.getMetadata().getName());
    if (live.isEmpty()) {
      return;
    }
    List<Taint> before = taintsOf(live.get());
    List<Taint> taints = new ArrayList<>(before);
    taints.removeIf(taint -> effect.equals(taint.getEffect()) && off.contains(taint.getKey()));
    for (String key : on) {
      boolean there =
          taints.stream()
              .anyMatch(taint -> taint.getKey().equals(key) && effect.equals(taint.getEffect()));
      if (!there) {
        taints.add(taint(key, effect));
      }
    }
    if (!taints.equals(before)) {
      writes.update(
          new NodeBuilder(live.get()).editOrNewSpec().withTaints(taints).endSpec().build());
    }
  }

  private Taint taint(String key, String effect) {
    return new TaintBuilder()
        .withKey(key)
        .withEffect(effect)
        .withTimeAdded(timers.instant().truncatedTo(ChronoUnit.SECONDS).toString())
        .build();
  }

  private static List<NodeCondition> conditionsOf(Node node) {
    return node.getStatus() == null ? List.of() : node.getStatus().getConditions();
  }

  private static List<Taint> taintsOf(Node node) {
    return node.getSpec() == null ? List.of() : node.getSpec().getTaints();
  }
}
