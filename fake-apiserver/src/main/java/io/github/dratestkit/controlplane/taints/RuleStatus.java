package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells on rules how far they have come. One status of a rule stands for at least {@link #PERIOD},
 * unless its spec changes.
 */
final class RuleStatus {

  /** How long a status stands, and how long after an eviction it is told anew. */
  static final Duration PERIOD = Duration.ofSeconds(10);

  private static final String CONDITION = "EvictionInProgress";

  private final String manager;
  private final Writes writes;
  private final Timers timers;
  private final Map<String, Long> evictedByRule = new HashMap<>();

  /** Creates one that writes as {@code manager}. */
  RuleStatus(String manager, Writes writes, Timers timers) {
    this.manager = manager;
    this.writes = writes;
    this.timers = timers;
  }

  /** Counts a pod that was evicted for a rule. */
  void countEvicted(String ruleUid) {
    evictedByRule.merge(ruleUid, 1L, Long::sum);
  }

  /** Forgets a rule that is gone. */
  void forget(DeviceTaintRule rule) {
    evictedByRule.remove(rule.getMetadata().getUid());
  }

  /** Returns when the status of a rule may be told again, if that is later than now. */
  Optional<Instant> standsUntil(DeviceTaintRule rule) {
    return conditionOf(rule)
        .filter(
            condition ->
                Objects.equals(
                    condition.getObservedGeneration(), rule.getMetadata().getGeneration()))
        .map(condition -> Instant.parse(condition.getLastTransitionTime()).plus(PERIOD))
        .filter(end -> end.isAfter(timers.instant()));
  }

  /** Writes the status of a rule, if it is another than before, and returns the rule then. */
  Optional<DeviceTaintRule> tell(
      DeviceTaintRule rule, ClaimEvictions evictions, Collection<Pod> pods) {
    String effect = rule.getSpec().getTaint().getEffect();
    RuleProgress.Counts counts =
        switch (effect) {
          case "None" -> evictions.ifOnlyEvicted(rule).count(rule, pods);
          case "NoExecute" -> evictions.count(rule, pods);
          default -> new RuleProgress.Counts(0, 0, 0, 0);
        };
    RuleProgress progress =
        RuleProgress.of(
            effect, counts, evictedByRule.getOrDefault(rule.getMetadata().getUid(), 0L));
    return conditionOf(rule).filter(known -> says(known, progress, rule)).isPresent()
        ? Optional.empty()
        : Optional.of(apply(rule, progress));
  }

  private DeviceTaintRule apply(DeviceTaintRule rule, RuleProgress progress) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("apiVersion", rule.getApiVersion()).put("kind", "DeviceTaintRule");
    body.putObject("metadata")
        .put("name", rule.getMetadata().getName())
        .put("uid", rule.getMetadata().getUid());
    body.putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", CONDITION)
        .put("status", progress.status())
        .put("reason", progress.reason())
        .put("message", progress.message())
        .put("observedGeneration", rule.getMetadata().getGeneration())
        .put("lastTransitionTime", timers.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    return writes.patch(
        DeviceTaintRule.class,
        "",
        rule.getMetadata().getName(),
        "status",
        new Patch.Apply(body.toString(), manager));
  }

  private static boolean says(Condition condition, RuleProgress progress, DeviceTaintRule rule) {
    return progress.status().equals(condition.getStatus())
        && progress.reason().equals(condition.getReason())
        && progress.message().equals(condition.getMessage())
        && Objects.equals(condition.getObservedGeneration(), rule.getMetadata().getGeneration());
  }

  private static Optional<Condition> conditionOf(DeviceTaintRule rule) {
    return rule.getStatus() == null
        ? Optional.empty()
        : rule.getStatus().getConditions().stream()
            .filter(condition -> CONDITION.equals(condition.getType()))
            .findFirst();
  }
}
