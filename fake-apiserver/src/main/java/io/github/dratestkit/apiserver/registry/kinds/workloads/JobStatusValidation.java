package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a job may tell of itself (validateJobStatus, pkg/apis/batch/validation, 1.37). */
final class JobStatusValidation {

  private final Field job;
  private final Field status;
  private final Field old;

  private JobStatusValidation(Field job, Field old) {
    this.job = job;
    this.status = job.at("status");
    this.old = old;
  }

  static void check(Field job, Field old) {
    JobStatusValidation rules = new JobStatusValidation(job, old);
    Counts.notNegative(rules.status, "active", "succeeded", "failed", "ready", "terminating");
    rules.uncounted();
    rules.conditions();
    rules.times();
    rules.finished();
    rules.indexes();
    rules.successCriteria();
    rules.changes();
  }

  private static boolean is(Field job, String type) {
    return job.at("status", "conditions").items().stream()
        .anyMatch(
            condition ->
                condition.at("type").text().equals(type)
                    && condition.at("status").text().equals("True"));
  }

  private boolean is(String type) {
    return is(job, type);
  }

  private boolean isFinished() {
    return is("Complete") || is("Failed");
  }

  private void uncounted() {
    Set<String> seen = new HashSet<>();
    for (String list : List.of("succeeded", "failed")) {
      for (Field uid : status.at("uncountedTerminatedPods", list).items()) {
        if (uid.isEmpty()) {
          uid.invalid("must not be empty");
        } else if (!seen.add(uid.text())) {
          uid.duplicate();
        }
      }
    }
  }

  private void conditions() {
    Field conditions = status.at("conditions");
    boolean wasComplete = is(old, "Complete");
    if (is("Complete") && is("Failed") && !(wasComplete && is(old, "Failed"))) {
      conditions.invalid("cannot set Complete=True and Failed=true conditions");
    }
    if (is("Complete") && is("FailureTarget")) {
      conditions.invalid("cannot set Complete=True and FailureTarget=true conditions");
    }
    if (is("Failed") && !is("FailureTarget") && !is(old, "Failed")) {
      conditions.invalid("cannot set Failed=True condition without FailureTarget=true");
    }
    if (is("Complete") && !is("SuccessCriteriaMet") && !wasComplete) {
      conditions.invalid("cannot set Complete=True condition without SuccessCriteriaMet=true");
    }
  }

  private void times() {
    Field completion = status.at("completionTime");
    Field start = status.at("startTime");
    if (completion.isSet() && !is("Complete")) {
      completion.invalid("cannot set completionTime when there is no Complete=True condition");
    }
    if (!completion.isSet() && is("Complete")) {
      completion.required("completionTime is required for Complete jobs");
    }
    if (completion.isSet()
        && start.isSet()
        && Instant.parse(completion.text()).isBefore(Instant.parse(start.text()))) {
      completion.invalid("must be equal to or after `startTime`");
    }
  }

  private void finished() {
    if (!isFinished()) {
      return;
    }
    if (status.at("active").number() > 0) {
      status.at("active").invalid("active>0 is invalid for finished job");
    }
    if (!status.has("startTime")) {
      status.at("startTime").required("startTime is required for finished job");
    }
    Field uncounted = status.at("uncountedTerminatedPods");
    if (!uncounted.at("succeeded").isEmpty() || !uncounted.at("failed").isEmpty()) {
      uncounted.invalid("must be empty for finished job");
    }
    if (status.at("terminating").number() > 0) {
      status.at("terminating").invalid("terminating>0 is invalid for finished job");
    }
  }

  private void indexes() {
    Field completed = status.at("completedIndexes");
    Field failed = status.at("failedIndexes");
    Field completions = job.at("spec", "completions");
    boolean limited = job.at("spec").has("backoffLimitPerIndex");
    if (completions.isSet()) {
      if (JobIndexes.count(completed.text(), completions.number()) < 0) {
        completed.invalid("error parsing completedIndexes");
      }
      if (limited && failed.isSet() && JobIndexes.count(failed.text(), completions.number()) < 0) {
        failed.invalid("error parsing failedIndexes");
      }
    }
    if (!completed.isEmpty() && !JobValidation.isIndexed(job.at("spec"))) {
      completed.invalid("cannot set completedIndexes when non-indexed completion mode");
    }
    if (!limited && failed.isSet()) {
      failed.invalid("cannot set failedIndexes when backoffLimitPerIndex is null");
    }
    if (failed.isSet()
        && JobIndexes.overlap(completed.text(), failed.text(), completions.number())) {
      failed.invalid("failedIndexes and completedIndexes overlap");
    }
  }

  private void successCriteria() {
    Field conditions = status.at("conditions");
    if (status.at("ready").number() > status.at("active").number()) {
      status.at("ready").invalid("cannot set more ready pods than active");
    }
    if (is("SuccessCriteriaMet") && is("Failed")) {
      conditions.invalid("cannot set SuccessCriteriaMet=True and Failed=true conditions");
    }
    if (is("SuccessCriteriaMet") && is("FailureTarget")) {
      conditions.invalid("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
    }
  }

  private void changes() {
    Field conditions = status.at("conditions");
    for (String type : List.of("Failed", "Complete", "FailureTarget", "SuccessCriteriaMet")) {
      if (is(old, type) && !is(type)) {
        conditions.invalid("cannot disable the " + type + "=True condition");
      }
    }
    for (String counter : List.of("failed", "succeeded")) {
      if (status.at(counter).number() < old.at("status", counter).number()) {
        status.at(counter).invalid("cannot decrease this counter");
      }
    }
    Field completion = status.at("completionTime");
    Field before = old.at("status", "completionTime");
    if (completion.isSet() && before.isSet() && !completion.value().equals(before.value())) {
      completion.invalid("field is immutable");
    }
    Field started = old.at("status", "startTime");
    boolean moved = started.isSet() && !started.value().equals(status.at("startTime").value());
    if (moved && !job.at("spec", "suspend").flag()) {
      status.at("startTime").invalid("field is immutable for unsuspended job once set");
    }
    if (is(old, "Complete") && !is(old, "SuccessCriteriaMet") && is("SuccessCriteriaMet")) {
      conditions.invalid("cannot set SuccessCriteriaMet=True for a job that is complete");
    }
  }
}
