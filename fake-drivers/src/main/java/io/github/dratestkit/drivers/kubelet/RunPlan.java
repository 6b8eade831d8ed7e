package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How long the made-up containers of a pod run and how they end, by annotations: {@value #RUN_FOR}
 * such as {@code 30s} or {@code 5m}, and {@value #EXIT_CODE}. Without them they run until the pod
 * is deleted; those of a pod that restarts always do so in any case.
 */
record RunPlan(Optional<Duration> runFor, int exitCode) {

  static final String RUN_FOR = "dratestkit.github.io/run-for";
  static final String EXIT_CODE = "dratestkit.github.io/exit-code";

  static RunPlan of(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    if (annotations == null || "Always".equals(pod.getSpec().getRestartPolicy())) {
      return new RunPlan(Optional.empty(), 0);
    }
    return new RunPlan(
        Optional.ofNullable(annotations.get(RUN_FOR)).flatMap(RunPlan::duration),
        "0".equals(annotations.getOrDefault(EXIT_CODE, "0")) ? 0 : 1);
  }

  private static Optional<Duration> duration(String text) {
    try {
      return Optional.of(Duration.parse("PT" + text.toUpperCase(Locale.ROOT)));
    } catch (DateTimeParseException malformed) {
      return Optional.empty();
    }
  }
}
