package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.github.dratestkit.allocator.Explanation;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.PodConditions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the scheduler tells of a pod: its PodScheduled condition and events. */
final class PodReports {

  /** Why an attempt has ended without a node, as the condition's reason says. */
  enum Reason {
    UNSCHEDULABLE("Unschedulable"),
    SCHEDULER_ERROR("SchedulerError");

    private final String wire;

    Reason(String wire) {
      this.wire = wire;
    }
  }

  /** The annotation of an event under which the allocator's explanation stands. */
  static final String EXPLANATION = "dratestkit.github.io/explanation";

  private static final String SCHEDULED = "PodScheduled";
  private static final int LONGEST_NOTE = 1024;
  private static final int MOST_NODES_EXPLAINED = 10;

  private final Writes writes;
  private final EventRecorder recorder;
  private final Timers timers;
  private final boolean tracksGeneration;
  private final boolean tellsExpectation;

  PodReports(Writes writes, FeatureSet features, Timers timers) {
    this.writes = writes;
    this.recorder = EventRecorder.events(writes, timers, "default-scheduler");
    this.timers = timers;
    this.tracksGeneration = features.enabled("PodObservedGenerationTracking");
    this.tellsExpectation = features.enabled("NominatedNodeNameForExpectation");
  }

  /**
   * Tells early on which node the pod is going to be, since it may take a while to be bound
   * (NominatedNodeNameForExpectation).
   *
   * @return the pod as it is then
   */
  Pod nominated(Attempt attempt) {
    Pod pod = attempt.pod();
    if (!tellsExpectation || attempt.node().equals(nominationOf(pod))) {
      return pod;
    }
    ObjectNode body = PodConditions.patch(pod);
    ((ObjectNode) body.get("status")).put("nominatedNodeName", attempt.node());
    return patch(pod, body).orElse(pod);
  }

  /** Tells that the pod is bound. */
  void bound(Attempt attempt) {
    Pod pod = attempt.pod();
    recorder.record(
        pod,
        EventRecorder.Type.NORMAL,
        "Scheduled",
        "Binding",
        "Successfully assigned %s/%s to %s"
            .formatted(
                pod.getMetadata().getNamespace(), pod.getMetadata().getName(), attempt.node()),
        Map.of());
  }

  /** Tells that the pod is bound as soon as its devices are ready. */
  void waitsForDevices(Attempt attempt) {
    recorder.record(
        attempt.pod(),
        EventRecorder.Type.NORMAL,
        "BindingConditionsPending",
        "Scheduling",
        "waiting for binding conditions for device on node " + attempt.node(),
        Map.of());
  }

  /** Tells that a pod is not tried because it is being deleted. */
  void skipped(Pod pod) {
    recorder.record(
        pod,
        EventRecorder.Type.WARNING,
        "FailedScheduling",
        "Scheduling",
        "skip schedule deleting pod: %s/%s"
            .formatted(pod.getMetadata().getNamespace(), pod.getMetadata().getName()),
        Map.of());
  }

  /**
   * Tells a pod that it must go, and for whom.
   *
   * @param how what to add, may be empty
   */
  void preempted(Pod victim, Evictions.Preemptor preemptor, String how) {
    recorder.record(
        victim,
        EventRecorder.Type.NORMAL,
        "Preempted",
        "Preempting",
        "Preempted by %s %s on node %s"
                .formatted(preemptor.kind(), preemptor.uid(), preemptor.where())
            + how,
        Map.of());
  }

  /**
   * Tells that an attempt has ended without a node.
   *
   * @param nominated the node that room is being made on; empty to take an earlier one back, null
   *     to leave it
   */
  void failed(
      Pod pod, Reason reason, String message, @Nullable String nominated, ClaimCycle claims) {
    recorder.record(
        pod,
        EventRecorder.Type.WARNING,
        "FailedScheduling",
        "Scheduling",
        shortened(message),
        explanationOf(claims));
    PodCondition condition = PodConditions.condition(SCHEDULED, "False", reason.wire, message);
    write(pod, condition, nominated);
  }

  /** Takes back that room is being made for a pod. */
  void clearNomination(Pod pod) {
    ObjectNode body = PodConditions.patch(pod);
    ((ObjectNode) body.get("status")).putNull("nominatedNodeName");
    patch(pod, body);
  }

  /** Writes a condition, and the nominated node if that is not null, if either differs. */
  void write(Pod pod, PodCondition condition, @Nullable String nominated) {
    ObjectNode body = PodConditions.patch(pod);
    ObjectNode status = (ObjectNode) body.get("status");
    Optional<PodCondition> before = PodConditions.find(pod, condition.getType());
    if (tracksGeneration) {
      condition.setObservedGeneration(pod.getMetadata().getGeneration());
    }
    if (before.filter(same -> sameText(same, condition)).isEmpty()) {
      PodConditions.put(body, pod, condition, timers.instant());
    }
    if (nominated != null && !nominated.equals(nominationOf(pod))) {
      status.put("nominatedNodeName", nominated.isEmpty() ? null : nominated);
    }
    if (!status.isEmpty()) {
      patch(pod, body);
    }
  }

  private Optional<Pod> patch(Pod pod, ObjectNode body) {
    try {
      return Optional.of(
          writes.patch(
              Pod.class,
              pod.getMetadata().getNamespace(),
              pod.getMetadata().getName(),
              "status",
              new Patch.Strategic(body.toString())));
    } catch (ApiException refused) {
      // Only a report: the next attempt writes it again.
      return Optional.empty();
    }
  }

  private static String nominationOf(Pod pod) {
    String node = pod.getStatus() == null ? null : pod.getStatus().getNominatedNodeName();
    return node == null ? "" : node;
  }

  private static boolean sameText(PodCondition left, PodCondition right) {
    return Objects.equals(left.getStatus(), right.getStatus())
        && Objects.equals(left.getReason(), right.getReason())
        && Objects.equals(left.getMessage(), right.getMessage());
  }

  private static String shortened(String message) {
    String suffix = " ...";
    return message.length() <= LONGEST_NOTE
        ? message
        : message.substring(0, LONGEST_NOTE - suffix.length()) + suffix;
  }

  private static Map<String, String> explanationOf(ClaimCycle claims) {
    if (claims.explanations().isEmpty()) {
      return Map.of();
    }
    StringBuilder text = new StringBuilder();
    claims.explanations().entrySet().stream()
        .limit(MOST_NODES_EXPLAINED)
        .forEach(
            entry -> {
              text.append("node ").append(entry.getKey()).append('\n');
              append(text, entry.getValue().get(), 1);
            });
    return Map.of(EXPLANATION, text.toString().stripTrailing());
  }

  private static void append(StringBuilder text, Explanation explanation, int depth) {
    text.append("  ".repeat(depth))
        .append(explanation.subject())
        .append(": ")
        .append(explanation.reason())
        .append('\n');
    explanation.because().forEach(part -> append(text, part, depth + 1));
  }
}
