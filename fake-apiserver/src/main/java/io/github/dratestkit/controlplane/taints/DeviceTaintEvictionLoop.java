package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.PodConditions;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The device taint eviction controller. It evicts a pod that is placed and holds a claim with a
 * device under a NoExecute taint, from its slice or from a rule, when the tolerations stored in the
 * allocation have run out. Source: {@code pkg/controller/devicetainteviction}, 1.37 (semantics
 * §9.2).
 */
public final class DeviceTaintEvictionLoop extends ReconcilingLoop<Duty> {

  private static final String NAME = "device-taint-eviction-controller";
  private static final String CONDITION = "EvictionInProgress";
  private static final Duration RULE_PERIOD = Duration.ofSeconds(10);

  private final Timers timers;
  private final PodClaims podClaims;
  private final EventRecorder recorder;
  private final Informer<ResourceClaim> claims;
  private final Informer<Pod> pods;
  private final Optional<Informer<DeviceTaintRule>> rules;
  private final Map<TaintedPool.Id, TaintedPool> pools = new LinkedHashMap<>();
  private final Index<ResourceClaim, TaintedPool.Id> claimsByPool =
      new Index<>(DeviceTaintEvictionLoop::poolsOf);
  private final Index<Pod, ObjectKey> podsByGroup = new Index<>(DeviceTaintEvictionLoop::groupsOf);
  private final Map<String, Eviction> due = new HashMap<>();
  private final Set<String> evicted = new HashSet<>();
  private final Map<String, Long> evictedByRule = new HashMap<>();
  private boolean started;

  /** Creates the loop on an API of {@code features}. */
  public DeviceTaintEvictionLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super(NAME, access, timers);
    this.timers = timers;
    this.podClaims = PodClaims.of(features);
    this.recorder = EventRecorder.core(writes(), timers, NAME);
    this.rules =
        features.enabled("DRADeviceTaintRules")
            ? Optional.of(inform(DeviceTaintRule.class, this::ruleChanged))
            : Optional.empty();
    inform(ResourceSlice.class, this::sliceChanged);
    this.claims = inform(ResourceClaim.class, this::claimChanged);
    this.pods = inform(Pod.class, this::podChanged);
  }

  @Override
  protected void onSynced() {
    started = true;
    pods.all().forEach(this::lookAt);
  }

  @Override
  protected void reconcile(Duty duty) {
    if (duty instanceof Duty.Evict evict) {
      evict(evict);
    } else if (duty instanceof Duty.Tell tell) {
      rules
          .flatMap(known -> known.get(null, tell.rule()))
          .filter(rule -> rule.getMetadata().getUid().equals(tell.uid()))
          .ifPresent(this::tell);
    }
  }

  private void evict(Duty.Evict duty) {
    Eviction eviction = due.get(duty.uid());
    if (eviction == null || evicted.contains(duty.uid())) {
      return;
    }
    if (eviction.when().isAfter(timers.instant())) {
      queue().addAt(duty, eviction.when());
      return;
    }
    Optional<Pod> live =
        writes()
            .get(Pod.class, duty.pod().namespace(), duty.pod().name())
            .filter(pod -> pod.getMetadata().getUid().equals(duty.uid()));
    boolean counts = live.isPresent();
    if (live.filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).isPresent()) {
      counts = delete(live.get());
    }
    due.remove(duty.uid());
    evicted.add(duty.uid());
    if (counts) {
      for (String rule : eviction.rules()) {
        evictedByRule.merge(rule, 1L, Long::sum);
        tellLater(rule);
      }
    }
  }

  /** Returns whether the pod was there to be deleted. */
  private boolean delete(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    String name = pod.getMetadata().getName();
    recorder.record(
        pod, EventRecorder.Type.NORMAL, "DeviceTaintManagerEviction", "Marking for deletion");
    try {
      writes().patch(Pod.class, namespace, name, "status", new Patch.Strategic(disruption(pod)));
      writes()
          .delete(
              Pod.class,
              namespace,
              name,
              new DeleteOptionsBuilder()
                  .withNewPreconditions()
                  .withUid(pod.getMetadata().getUid())
                  .endPreconditions()
                  .build());
      return true;
    } catch (ApiException refused) {
      if (refused.isNotFound()) {
        return false;
      }
      throw refused;
    }
  }

  private String disruption(Pod pod) {
    ObjectNode body = PodConditions.patch(pod);
    PodConditions.put(
        body,
        pod,
        PodConditions.condition(
            "DisruptionTarget",
            "True",
            "DeletionByDeviceTaintManager",
            "Device Taint manager: deleting due to NoExecute taint"),
        timers.instant());
    return body.toString();
  }

  private void tell(DeviceTaintRule rule) {
    Optional<Condition> before = conditionOf(rule);
    Instant now = timers.instant();
    if (before.isPresent() && isFresh(before.get(), rule, now)) {
      queue()
          .addAt(
              tellOf(rule), Instant.parse(before.get().getLastTransitionTime()).plus(RULE_PERIOD));
      return;
    }
    RuleProgress progress =
        RuleProgress.of(
            rule.getSpec().getTaint().getEffect(),
            count(rule),
            evictedByRule.getOrDefault(rule.getMetadata().getUid(), 0L));
    if (before.filter(known -> says(known, progress, rule)).isPresent()) {
      return;
    }
    apply(rule, progress, now);
  }

  private static boolean isFresh(Condition condition, DeviceTaintRule rule, Instant now) {
    return Objects.equals(condition.getObservedGeneration(), rule.getMetadata().getGeneration())
        && Instant.parse(condition.getLastTransitionTime()).plus(RULE_PERIOD).isAfter(now);
  }

  private static boolean says(Condition condition, RuleProgress progress, DeviceTaintRule rule) {
    return progress.status().equals(condition.getStatus())
        && progress.reason().equals(condition.getReason())
        && progress.message().equals(condition.getMessage())
        && Objects.equals(condition.getObservedGeneration(), rule.getMetadata().getGeneration());
  }

  private void apply(DeviceTaintRule rule, RuleProgress progress, Instant now) {
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
        .put("lastTransitionTime", seconds(now));
    DeviceTaintRule written =
        writes()
            .patch(
                DeviceTaintRule.class,
                "",
                rule.getMetadata().getName(),
                "status",
                new Patch.Apply(body.toString(), NAME));
    rules.ifPresent(known -> known.assume(written));
  }

  private RuleProgress.Counts count(DeviceTaintRule rule) {
    String effect = rule.getSpec().getTaint().getEffect();
    if (effect.equals("None")) {
      return count(rule, List.of(asEvicting(rule)));
    }
    return effect.equals("NoExecute")
        ? count(rule, allRules())
        : new RuleProgress.Counts(0, 0, 0, 0);
  }

  private RuleProgress.Counts count(
      DeviceTaintRule rule, Collection<DeviceTaintRule> evictingRules) {
    long published =
        pools.entrySet().stream()
            .flatMap(
                pool ->
                    pool.getValue().devices().stream()
                        .filter(
                            device ->
                                RuleSelection.selects(
                                    rule,
                                    pool.getKey().driver(),
                                    pool.getKey().pool(),
                                    device.getName())))
            .count();
    long allocated =
        claims.all().stream()
            .flatMap(claim -> EvictionTimes.resultsOf(claim).stream())
            .filter(result -> EvictionTimes.selects(rule, result))
            .count();
    List<Pod> pending =
        pods.all().stream()
            .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
            .filter(
                pod ->
                    evictionOf(pod, evictingRules)
                        .filter(eviction -> eviction.rules().contains(rule.getMetadata().getUid()))
                        .isPresent())
            .toList();
    long namespaces =
        pending.stream().map(pod -> pod.getMetadata().getNamespace()).distinct().count();
    return new RuleProgress.Counts(published, allocated, pending.size(), namespaces);
  }

  private static DeviceTaintRule asEvicting(DeviceTaintRule rule) {
    return new DeviceTaintRuleBuilder(rule)
        .editSpec()
        .editTaint()
        .withEffect("NoExecute")
        .endTaint()
        .endSpec()
        .build();
  }

  private void lookAt(Pod pod) {
    if (!started) {
      return;
    }
    String uid = pod.getMetadata().getUid();
    Optional<Eviction> eviction = evictionOf(pod, allRules());
    if (eviction.isEmpty()) {
      if (due.remove(uid) != null) {
        recorder.record(
            pod, EventRecorder.Type.NORMAL, "DeviceTaintManagerEviction", "Cancelling deletion");
      }
      return;
    }
    due.put(uid, eviction.get());
    queue().addAt(new Duty.Evict(ObjectKey.of(pod), uid), eviction.get().when());
    eviction.get().rules().forEach(this::tellLater);
  }

  private Optional<Eviction> evictionOf(Pod pod, Collection<DeviceTaintRule> evictingRules) {
    String node = pod.getSpec().getNodeName();
    if (node == null || node.isEmpty()) {
      return Optional.empty();
    }
    Optional<Eviction> all = Optional.empty();
    for (ResourceClaim claim : claimsOf(pod)) {
      Optional<Eviction> one = EvictionTimes.of(claim, pools, evictingRules);
      if (one.isPresent()) {
        Eviction added = one.get();
        all = Optional.of(all.map(known -> known.and(added)).orElse(added));
      }
    }
    return all;
  }

  /** Returns the claims that the pod holds. */
  private List<ResourceClaim> claimsOf(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    Set<ResourceClaim> held = new LinkedHashSet<>();
    for (var entry : PodClaims.entriesOf(pod)) {
      ClaimName name = PodClaims.nameOf(pod, entry);
      if (name instanceof ClaimName.Direct direct) {
        claims.get(namespace, direct.name()).ifPresent(held::add);
      } else if (name instanceof ClaimName.Generated generated) {
        claims
            .get(namespace, generated.name())
            .filter(claim -> podClaims.whyNotFor(pod, claim).isEmpty())
            .ifPresent(held::add);
      }
    }
    if (pod.getStatus() != null && pod.getStatus().getExtendedResourceClaimStatus() != null) {
      claims
          .get(namespace, pod.getStatus().getExtendedResourceClaimStatus().getResourceClaimName())
          .filter(claim -> podClaims.whyNotFor(pod, claim).isEmpty())
          .ifPresent(held::add);
    }
    return held.stream().filter(claim -> podClaims.isReservedFor(pod, claim)).toList();
  }

  private void lookAtHolders(ResourceClaim claim) {
    String namespace = claim.getMetadata().getNamespace();
    for (ResourceClaimConsumerReference consumer : PodClaims.consumersOf(claim)) {
      if (PodClaims.isPod(consumer)) {
        pods.get(namespace, consumer.getName())
            .filter(pod -> pod.getMetadata().getUid().equals(consumer.getUid()))
            .ifPresent(this::lookAt);
      } else if (PodClaims.isGroup(consumer)) {
        podsByGroup.under(ObjectKey.of(namespace, consumer.getName())).forEach(this::lookAt);
      }
    }
  }

  private void claimChanged(Change<ResourceClaim> change) {
    claimsByPool.apply(change);
    if (change instanceof Change.Modified<ResourceClaim> modified) {
      if (PodClaims.isAllocated(modified.before()) || PodClaims.isAllocated(modified.object())) {
        lookAtHolders(modified.before());
        lookAtHolders(modified.object());
      }
    } else if (PodClaims.isAllocated(change.object())) {
      lookAtHolders(change.object());
    }
  }

  private void podChanged(Change<Pod> change) {
    podsByGroup.apply(change);
    if (change instanceof Change.Deleted<Pod> gone) {
      due.remove(gone.object().getMetadata().getUid());
    } else if (change instanceof Change.Modified<Pod> modified) {
      if (concernsUs(modified.before(), modified.object())) {
        lookAt(modified.object());
      }
    } else {
      lookAt(change.object());
    }
  }

  private static boolean concernsUs(Pod before, Pod now) {
    return !Objects.equals(before.getSpec().getNodeName(), now.getSpec().getNodeName())
        || !Objects.equals(PodClaims.statusesOf(before), PodClaims.statusesOf(now))
        || !Objects.equals(
            before.getStatus() == null ? null : before.getStatus().getExtendedResourceClaimStatus(),
            now.getStatus() == null ? null : now.getStatus().getExtendedResourceClaimStatus());
  }

  private void sliceChanged(Change<ResourceSlice> change) {
    if (change instanceof Change.Modified<ResourceSlice> modified) {
      update(modified.before(), false);
    }
    update(change.object(), !(change instanceof Change.Deleted<ResourceSlice>));
  }

  private void update(ResourceSlice slice, boolean present) {
    TaintedPool.Id id = TaintedPool.Id.of(slice);
    TaintedPool pool = pools.computeIfAbsent(id, key -> new TaintedPool());
    var before = pool.evictingTaints();
    if (present) {
      pool.put(slice);
    } else {
      pool.remove(slice);
    }
    if (pool.isEmpty()) {
      pools.remove(id);
    }
    if (!before.equals(pool.evictingTaints())) {
      claimsByPool.under(id).forEach(this::lookAtHolders);
    }
  }

  private void ruleChanged(Change<DeviceTaintRule> change) {
    DeviceTaintRule rule = change.object();
    if (change instanceof Change.Deleted<DeviceTaintRule>) {
      evictedByRule.remove(rule.getMetadata().getUid());
    } else if (change instanceof Change.Modified<DeviceTaintRule> modified
        && modified.before().getSpec().equals(rule.getSpec())) {
      return;
    } else {
      queue().add(tellOf(rule));
    }
    for (ResourceClaim claim : List.copyOf(claims.all())) {
      if (EvictionTimes.resultsOf(claim).stream().anyMatch(result -> touches(change, result))) {
        lookAtHolders(claim);
      }
    }
  }

  private static boolean touches(
      Change<DeviceTaintRule> change, DeviceRequestAllocationResult result) {
    return EvictionTimes.selects(change.object(), result)
        || (change instanceof Change.Modified<DeviceTaintRule> modified
            && EvictionTimes.selects(modified.before(), result));
  }

  private void tellLater(String ruleUid) {
    allRules().stream()
        .filter(rule -> rule.getMetadata().getUid().equals(ruleUid))
        .forEach(rule -> queue().addAfter(tellOf(rule), RULE_PERIOD));
  }

  private Collection<DeviceTaintRule> allRules() {
    return rules.map(Informer::all).orElse(List.of());
  }

  private static Duty tellOf(DeviceTaintRule rule) {
    return new Duty.Tell(rule.getMetadata().getName(), rule.getMetadata().getUid());
  }

  private static Optional<Condition> conditionOf(DeviceTaintRule rule) {
    return rule.getStatus() == null
        ? Optional.empty()
        : rule.getStatus().getConditions().stream()
            .filter(condition -> CONDITION.equals(condition.getType()))
            .findFirst();
  }

  private static Set<TaintedPool.Id> poolsOf(ResourceClaim claim) {
    Set<TaintedPool.Id> ids = new LinkedHashSet<>();
    EvictionTimes.resultsOf(claim)
        .forEach(result -> ids.add(new TaintedPool.Id(result.getDriver(), result.getPool())));
    return ids;
  }

  private static Set<ObjectKey> groupsOf(Pod pod) {
    String group = PodClaims.groupNameOf(pod);
    return group == null ? Set.of() : Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), group));
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
