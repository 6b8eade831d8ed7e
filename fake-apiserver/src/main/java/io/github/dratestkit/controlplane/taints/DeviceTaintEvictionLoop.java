package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The device taint eviction controller. It evicts a pod that is placed and holds a claim with a
 * device under a NoExecute taint, from its slice or from a rule, when the tolerations stored in the
 * allocation have run out. Source: {@code pkg/controller/devicetainteviction}, 1.37 (semantics
 * §9.2).
 */
public final class DeviceTaintEvictionLoop extends ReconcilingLoop<Duty> {

  private static final String NAME = "device-taint-eviction-controller";

  private final Timers timers;
  private final Informer<Pod> pods;
  private final Optional<Informer<DeviceTaintRule>> rules;
  private final Index<Pod, ObjectKey> podsByGroup = new Index<>(DeviceTaintEvictionLoop::groupsOf);
  private final ClaimEvictions evictions;
  private final Evictor evictor;
  private final RuleStatus status;
  private boolean started;

  /** Creates the loop on an API of {@code features}. */
  public DeviceTaintEvictionLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super(NAME, access, timers);
    this.timers = timers;
    this.evictions = new ClaimEvictions(PodClaims.of(features));
    this.evictor = new Evictor(writes(), timers, EventRecorder.core(writes(), timers, NAME));
    this.status = new RuleStatus(NAME, writes(), timers);
    this.rules =
        features.enabled("DRADeviceTaintRules")
            ? Optional.of(inform(DeviceTaintRule.class, this::ruleChanged))
            : Optional.empty();
    inform(ResourceSlice.class, this::sliceChanged);
    inform(ResourceClaim.class, this::claimChanged);
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
      evictor.planned(evict).ifPresent(eviction -> evict(evict, eviction));
    } else if (duty instanceof Duty.Tell tell) {
      rules
          .flatMap(known -> known.get(null, tell.rule()))
          .filter(rule -> rule.getMetadata().getUid().equals(tell.uid()))
          .ifPresent(this::tell);
    }
  }

  private void evict(Duty.Evict duty, Eviction eviction) {
    if (eviction.when().isAfter(timers.instant())) {
      queue().addAt(duty, eviction.when());
    } else if (evictor.evict(duty)) {
      eviction.rules().forEach(status::countEvicted);
      eviction.rules().forEach(this::tellLater);
    }
  }

  private void tell(DeviceTaintRule rule) {
    status
        .standsUntil(rule)
        .ifPresentOrElse(
            end -> queue().addAt(tellOf(rule), end),
            () ->
                status
                    .tell(rule, evictions, pods.all())
                    .ifPresent(written -> rules.ifPresent(known -> known.assume(written))));
  }

  private void lookAt(Pod pod) {
    if (!started) {
      return;
    }
    Optional<Eviction> eviction = evictions.of(pod);
    if (eviction.isEmpty()) {
      evictor.cancel(pod);
      return;
    }
    evictor.plan(pod, eviction.get());
    queue()
        .addAt(
            new Duty.Evict(ObjectKey.of(pod), pod.getMetadata().getUid()), eviction.get().when());
    eviction.get().rules().forEach(this::tellLater);
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
    evictions.claimChanged(change);
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
      evictor.forget(gone.object());
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
    evictions.sliceChanged(change).forEach(this::lookAtHolders);
  }

  private void ruleChanged(Change<DeviceTaintRule> change) {
    DeviceTaintRule rule = change.object();
    if (change instanceof Change.Deleted<DeviceTaintRule>) {
      status.forget(rule);
    } else if (change instanceof Change.Modified<DeviceTaintRule> modified
        && modified.before().getSpec().equals(rule.getSpec())) {
      return;
    } else {
      queue().add(tellOf(rule));
    }
    evictions.ruleChanged(change).forEach(this::lookAtHolders);
  }

  private void tellLater(String ruleUid) {
    rules.stream()
        .flatMap(known -> known.all().stream())
        .filter(rule -> rule.getMetadata().getUid().equals(ruleUid))
        .forEach(rule -> queue().addAfter(tellOf(rule), RuleStatus.PERIOD));
  }

  private static Duty tellOf(DeviceTaintRule rule) {
    return new Duty.Tell(rule.getMetadata().getName(), rule.getMetadata().getUid());
  }

  private static Set<ObjectKey> groupsOf(Pod pod) {
    String group = PodClaims.groupNameOf(pod);
    return group == null ? Set.of() : Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), group));
  }
}
