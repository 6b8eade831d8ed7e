package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.kinds.pods.PodTemplates;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a job gets where nothing is said (pkg/apis/batch/v1/defaults.go, 1.37). */
final class JobDefaults {

  private static final int BACKOFF = 6;

  private JobDefaults() {}

  static void apply(ObjectNode job) {
    ObjectNode spec = Absent.object(job, "spec");
    if (Absent.is(spec, "completions") && Absent.is(spec, "parallelism")) {
      spec.put("completions", 1);
    }
    Absent.number(spec, "parallelism", 1);
    Absent.number(
        spec,
        "backoffLimit",
        Absent.is(spec, "backoffLimitPerIndex") ? BACKOFF : Integer.MAX_VALUE);
    passOnLabels(job);
    Absent.textIfAbsent(spec, "completionMode", "NonIndexed");
    Absent.flag(spec, "suspend", false);
    Absent.textIfAbsent(
        spec,
        "podReplacementPolicy",
        Absent.is(spec, "podFailurePolicy") ? "TerminatingOrFailed" : "Failed");
    Absent.flag(spec, "manualSelector", false);
    inTemplates(spec);
  }

  /** A job without labels has those of its template. */
  static void passOnLabels(ObjectNode job) {
    JsonNode labels = job.path("spec").path("template").path("metadata").path("labels");
    if (labels.isObject() && job.path("metadata").path("labels").isEmpty()) {
      Absent.object(job, "metadata").set("labels", labels.deepCopy());
    }
  }

  /** What also the jobs in templates get. */
  static void inTemplates(ObjectNode spec) {
    for (JsonNode rule : spec.path("podFailurePolicy").path("rules")) {
      for (JsonNode condition : rule.path("onPodConditions")) {
        Absent.text((ObjectNode) condition, "status", "True");
      }
    }
    PodTemplates.applyDefaults(spec);
  }
}
