package io.github.dratestkit.controlplane.taints;

/**
 * How far a rule has come, as its condition EvictionInProgress says. Reasons and the form of the
 * messages are upstream's ({@code pkg/controller/devicetainteviction}, 1.37).
 *
 * @param status {@code True} while pods wait for their eviction
 */
record RuleProgress(String status, String reason, String message) {

  /** What was counted for a rule. */
  record Counts(long publishedDevices, long allocatedDevices, long pods, long namespaces) {}

  /**
   * Returns the condition of a rule.
   *
   * @param evicted pods that this controller has evicted for the rule since it was started
   */
  static RuleProgress of(String effect, Counts counts, long evicted) {
    RuleProgress progress =
        switch (effect) {
          case "NoExecute" -> evicting(counts, evicted);
          case "None" -> simulated(counts);
          default ->
              new RuleProgress(
                  "False", "OtherEffect", "Eviction only happens for the NoExecute effect.");
        };
    return evicted == 0 ? progress : progress.with(evicted);
  }

  private static RuleProgress evicting(Counts counts, long evicted) {
    if (counts.pods() > 0) {
      String pods =
          counts.pods() == 1
              ? "1 pod needs to be evicted in "
              : counts.pods() + " pods need to be evicted in ";
      return new RuleProgress("True", "PodsPendingEviction", pods + namespaces(counts) + ".");
    }
    return new RuleProgress("False", evicted > 0 ? "Completed" : "NotStarted", "");
  }

  private static RuleProgress simulated(Counts counts) {
    String message =
        devices(counts.publishedDevices(), "published")
            + devices(counts.allocatedDevices(), "allocated")
            + (counts.pods() == 1 ? "1 pod" : counts.pods() + " pods")
            + " would be evicted in "
            + namespaces(counts)
            + " if the effect was NoExecute. This information will not be updated again. Recreate"
            + " the DeviceTaintRule to trigger an update.";
    return new RuleProgress("False", "NoEffect", message);
  }

  private RuleProgress with(long evicted) {
    String text =
        (evicted == 1 ? "1 pod" : evicted + " pods") + " evicted since starting the controller.";
    return new RuleProgress(status, reason, message.isEmpty() ? text : message + " " + text);
  }

  private static String devices(long count, String which) {
    return count == 1
        ? "1 " + which + " device selected. "
        : count + " " + which + " devices selected. ";
  }

  private static String namespaces(Counts counts) {
    return counts.namespaces() == 1 ? "1 namespace" : counts.namespaces() + " different namespaces";
  }
}
