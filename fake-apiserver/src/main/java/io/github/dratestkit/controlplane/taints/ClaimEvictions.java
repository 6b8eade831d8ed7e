package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The allocated claims with the time at which the users of each have to go, kept up to date with
 * slices and rules. Whoever tells of a change learns which claims it concerns.
 */
final class ClaimEvictions {

  private static final String NO_EXECUTE = "NoExecute";

  private record Allocated(ResourceClaim claim, Optional<Eviction> eviction) {}

  private final PodClaims podClaims;
  private final Map<TaintedPool.Id, TaintedPool> pools;
  private final Map<String, DeviceTaintRule> evictingRules = new LinkedHashMap<>();
  private final Map<ObjectKey, Allocated> claims = new LinkedHashMap<>();
  private final Index<ResourceClaim, TaintedPool.Id> claimsByPool =
      new Index<>(ClaimEvictions::poolsOf);

  ClaimEvictions(PodClaims podClaims) {
    this(podClaims, new LinkedHashMap<>());
  }

  private ClaimEvictions(PodClaims podClaims, Map<TaintedPool.Id, TaintedPool> pools) {
    this.podClaims = podClaims;
    this.pools = pools;
  }

  /** Returns what would be if a rule evicted, and no other did. */
  ClaimEvictions ifOnlyEvicted(DeviceTaintRule rule) {
    ClaimEvictions supposed = new ClaimEvictions(podClaims, pools);
    supposed.evictingRules.put(
        rule.getMetadata().getName(),
        new DeviceTaintRuleBuilder(rule)
            .editSpec()
            .editTaint()
            .withEffect(NO_EXECUTE)
            .endTaint()
            .endSpec()
            .build());
    claims.forEach((key, known) -> supposed.claims.put(key, supposed.evaluated(known.claim())));
    return supposed;
  }

  void claimChanged(Change<ResourceClaim> change) {
    claimsByPool.apply(change);
    ResourceClaim claim = change.object();
    ObjectKey key = ObjectKey.of(claim);
    if (change instanceof Change.Deleted<ResourceClaim> || !PodClaims.isAllocated(claim)) {
      claims.remove(key);
    } else {
      claims.put(key, evaluated(claim));
    }
  }

  /**
   * Returns the claims whose users have to go at another time than before, or for other reasons.
   */
  List<ResourceClaim> sliceChanged(Change<ResourceSlice> change) {
    Set<TaintedPool.Id> changed = new LinkedHashSet<>();
    if (change instanceof Change.Modified<ResourceSlice> modified
        && update(modified.before(), false)) {
      changed.add(TaintedPool.Id.of(modified.before()));
    }
    if (update(change.object(), !(change instanceof Change.Deleted<ResourceSlice>))) {
      changed.add(TaintedPool.Id.of(change.object()));
    }
    return evaluateAgain(changed.stream().flatMap(id -> claimsByPool.under(id).stream()).toList());
  }

  /**
   * Returns the claims whose users have to go at another time than before, or for other reasons.
   */
  List<ResourceClaim> ruleChanged(Change<DeviceTaintRule> change) {
    DeviceTaintRule rule = change.object();
    boolean evicts =
        !(change instanceof Change.Deleted<DeviceTaintRule>)
            && NO_EXECUTE.equals(rule.getSpec().getTaint().getEffect());
    if (evicts) {
      evictingRules.put(rule.getMetadata().getName(), rule);
    } else if (evictingRules.remove(rule.getMetadata().getName()) == null) {
      return List.of();
    }
    return evaluateAgain(claims.values().stream().map(Allocated::claim).toList());
  }

  /** Returns when a pod has to go, if ever: one that is placed, for a claim that it holds. */
  Optional<Eviction> of(Pod pod) {
    if (!PodClaims.isPlaced(pod)) {
      return Optional.empty();
    }
    return heldBy(pod).stream().flatMap(held -> held.eviction().stream()).reduce(Eviction::and);
  }

  /** Counts what a rule selects, and for whom of {@code pods} it is a reason to go. */
  RuleProgress.Counts count(DeviceTaintRule rule, Collection<Pod> pods) {
    long published =
        pools.entrySet().stream()
            .mapToLong(pool -> pool.getValue().selectedBy(rule, pool.getKey()))
            .sum();
    long allocated =
        claims.values().stream()
            .flatMap(known -> EvictionTimes.resultsOf(known.claim()).stream())
            .filter(result -> EvictionTimes.selects(rule, result))
            .count();
    List<Pod> pending =
        pods.stream()
            .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
            .filter(pod -> isReason(rule, pod))
            .toList();
    long namespaces =
        pending.stream().map(pod -> pod.getMetadata().getNamespace()).distinct().count();
    return new RuleProgress.Counts(published, allocated, pending.size(), namespaces);
  }

  private boolean isReason(DeviceTaintRule rule, Pod pod) {
    return of(pod)
        .filter(eviction -> eviction.rules().contains(rule.getMetadata().getUid()))
        .isPresent();
  }

  private Set<Allocated> heldBy(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    Set<Allocated> held = new LinkedHashSet<>();
    for (var entry : PodClaims.entriesOf(pod)) {
      ClaimName name = PodClaims.nameOf(pod, entry);
      if (name instanceof ClaimName.Direct direct) {
        known(namespace, direct.name()).ifPresent(held::add);
      } else if (name instanceof ClaimName.Generated generated) {
        own(pod, generated.name()).ifPresent(held::add);
      }
    }
    if (pod.getStatus() != null && pod.getStatus().getExtendedResourceClaimStatus() != null) {
      own(pod, pod.getStatus().getExtendedResourceClaimStatus().getResourceClaimName())
          .ifPresent(held::add);
    }
    held.removeIf(known -> !podClaims.isReservedFor(pod, known.claim()));
    return held;
  }

  private Optional<Allocated> own(Pod pod, String name) {
    return known(pod.getMetadata().getNamespace(), name)
        .filter(known -> podClaims.whyNotFor(pod, known.claim()).isEmpty());
  }

  private Optional<Allocated> known(String namespace, String name) {
    return Optional.ofNullable(claims.get(ObjectKey.of(namespace, name)));
  }

  private List<ResourceClaim> evaluateAgain(List<ResourceClaim> candidates) {
    return candidates.stream()
        .filter(PodClaims::isAllocated)
        .filter(
            claim -> {
              Allocated now = evaluated(claim);
              Allocated before = claims.put(ObjectKey.of(claim), now);
              return before == null || !before.eviction().equals(now.eviction());
            })
        .toList();
  }

  private Allocated evaluated(ResourceClaim claim) {
    return new Allocated(claim, EvictionTimes.of(claim, pools, evictingRules.values()));
  }

  /** Returns whether the taints that evict have changed. */
  private boolean update(ResourceSlice slice, boolean present) {
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
    return !before.equals(pool.evictingTaints());
  }

  private static Set<TaintedPool.Id> poolsOf(ResourceClaim claim) {
    Set<TaintedPool.Id> ids = new LinkedHashSet<>();
    EvictionTimes.resultsOf(claim)
        .forEach(result -> ids.add(new TaintedPool.Id(result.getDriver(), result.getPool())));
    return ids;
  }
}
