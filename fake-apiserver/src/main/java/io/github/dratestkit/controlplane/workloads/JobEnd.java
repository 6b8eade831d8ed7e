package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Why a Job ends. It says so at once, and is over when none of its pods is left.
 *
 * @param first the condition that it begins to end with
 * @param last the condition that it is over with
 */
enum JobEnd {
  COMPLETE(
      "SuccessCriteriaMet",
      "Complete",
      "CompletionsReached",
      "Reached expected number of succeeded pods"),
  TOO_MANY_FAILURES(
      "FailureTarget",
      "Failed",
      "BackoffLimitExceeded",
      "Job has reached the specified backoff limit"),
  TOO_LONG(
      "FailureTarget",
      "Failed",
      "DeadlineExceeded",
      "Job was active longer than specified deadline");

  private final String first;
  private final String last;
  private final String reason;
  private final String message;

  JobEnd(String first, String last, String reason, String message) {
    this.first = first;
    this.last = last;
    this.reason = reason;
    this.message = message;
  }

  /** Returns the end that a Job has begun to come to. */
  static Optional<JobEnd> begun(List<JobCondition> conditions) {
    for (JobEnd end : values()) {
      boolean told =
          conditions.stream()
              .anyMatch(
                  condition ->
                      condition.getType().equals(end.first)
                          && "True".equals(condition.getStatus())
                          && end.reason.equals(condition.getReason()));
      if (told) {
        return Optional.of(end);
      }
    }
    return Optional.empty();
  }

  /** Says whether a Job is over. */
  static boolean isOver(Job job) {
    return JobCounts.statusOf(job).getConditions().stream()
        .filter(condition -> "True".equals(condition.getStatus()))
        .anyMatch(
            condition ->
                condition.getType().equals("Complete") || condition.getType().equals("Failed"));
  }

  boolean isFailure() {
    return this != COMPLETE;
  }

  String reason() {
    return reason;
  }

  String message() {
    return message;
  }

  JobCondition first(Instant now) {
    return condition(first, "True", reason, message, now);
  }

  JobCondition last(Instant now) {
    return condition(last, "True", reason, message, now);
  }

  static JobCondition condition(
      String type, String status, String reason, String message, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    JobCondition condition = new JobCondition();
    condition.setType(type);
    condition.setStatus(status);
    condition.setReason(reason);
    condition.setMessage(message);
    condition.setLastProbeTime(time);
    condition.setLastTransitionTime(time);
    return condition;
  }
}
