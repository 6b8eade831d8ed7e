package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.VolumeMatching;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at everything that is written, in its order, and stops a history at the first state that
 * must never be. Nothing goes wrong with its own sight.
 */
final class HistoryAuditor {

  private static final String FINALIZER = "resource.kubernetes.io/delete-protection";
  private static final Quantity ROOM = Quantity.decode(DeviceTheme.NIC_CAPACITY);

  private record Share(String claim, Quantity amount) {}

  private final Informer<ResourceClaim> claims;
  private final Informer<Pod> pods;
  private final Informer<ResourceSlice> slices;
  private final Informer<PersistentVolumeClaim> volumeClaims;
  private final Map<String, String> claimOfVolume = new HashMap<>();
  private final Map<String, String> exclusive = new HashMap<>();
  private final Map<String, Map<String, Share>> shares = new HashMap<>();
  private final Map<String, Long> generations = new HashMap<>();

  HistoryAuditor(ApiAccess access) {
    this.claims = new Informer<>(access.feed(ResourceClaim.class), this::claimChanged);
    this.pods = new Informer<>(access.feed(Pod.class));
    this.volumeClaims =
        new Informer<>(access.feed(PersistentVolumeClaim.class), this::volumeClaimChanged);
    this.slices = new Informer<>(access.feed(ResourceSlice.class), this::sliceChanged);
  }

  /** Takes in what was written since the last call. */
  void look() {
    boolean moved = slices.drain();
    moved |= claims.drain();
    moved |= pods.drain();
    moved |= volumeClaims.drain();
    if (moved) {
      pods.all().forEach(this::checkPod);
    }
  }

  Informer<Pod> pods() {
    return pods;
  }

  Informer<ResourceClaim> claims() {
    return claims;
  }

  Informer<ResourceSlice> slices() {
    return slices;
  }

  private void claimChanged(Change<ResourceClaim> change) {
    ResourceClaim claim = change.object();
    String uid = claim.getMetadata().getUid();
    exclusive.values().removeIf(uid::equals);
    shares.values().forEach(of -> of.remove(uid));
    if (change instanceof Change.Deleted<ResourceClaim>) {
      if (PodClaims.isAllocated(claim) && !isForExtendedResources(claim)) {
        throw new Violation("leaked devices", name(claim) + " went with its devices");
      }
      return;
    }
    if (!PodClaims.isAllocated(claim)) {
      return;
    }
    if (!isForExtendedResources(claim)
        && !claim.getMetadata().getFinalizers().contains(FINALIZER)) {
      throw new Violation(
          "finalizer removed too early", name(claim) + " has devices and no finalizer");
    }
    claim.getStatus().getAllocation().getDevices().getResults().forEach(one -> use(claim, one));
  }

  /** The scheduler deletes such a claim with its devices, when its pod did not get on the node. */
  private static boolean isForExtendedResources(ResourceClaim claim) {
    return claim.getMetadata().getAnnotations() != null
        && claim
            .getMetadata()
            .getAnnotations()
            .containsKey("resource.kubernetes.io/extended-resource-claim");
  }

  private void use(ResourceClaim claim, DeviceRequestAllocationResult result) {
    String device = result.getPool() + "/" + result.getDevice();
    String uid = claim.getMetadata().getUid();
    if (result.getShareID() != null) {
      Map<String, Share> all = shares.computeIfAbsent(device, key -> new HashMap<>());
      all.put(
          uid,
          new Share(
              name(claim),
              Quantity.decode(result.getConsumedCapacity().get("bandwidth").toString())));
      Quantity sum = all.values().stream().map(Share::amount).reduce(Quantity::add).orElseThrow();
      if (sum.compareTo(ROOM) > 0) {
        throw new Violation("double allocation", device + " is overdrawn by " + all.values());
      }
      return;
    }
    String other = exclusive.put(device, uid);
    if (other != null && !other.equals(uid)) {
      throw new Violation(
          "double allocation", device + " is in two claims, one of which is " + name(claim));
    }
  }

  /** A volume that is kept when its claim goes belongs to it for ever. */
  private void volumeClaimChanged(Change<PersistentVolumeClaim> change) {
    PersistentVolumeClaim claim = change.object();
    if (VolumeMatching.namesVolume(claim)) {
      String uid = claim.getMetadata().getUid();
      String other = claimOfVolume.put(claim.getSpec().getVolumeName(), uid);
      if (other != null && !other.equals(uid)) {
        throw new Violation(
            "double binding", claim.getSpec().getVolumeName() + " has had two claims");
      }
    }
  }

  private void sliceChanged(Change<ResourceSlice> change) {
    String name = change.object().getMetadata().getName();
    long generation = change.object().getSpec().getPool().getGeneration();
    Long before = generations.put(name, generation);
    if (before != null && generation < before) {
      throw new Violation(
          "stale generation", "slice %s goes from %d to %d".formatted(name, before, generation));
    }
  }

  private void checkPod(Pod pod) {
    if (pod.getSpec().getNodeName() == null || PodClaims.hasEnded(pod)) {
      return;
    }
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      Optional<ResourceClaim> claim = claimOf(pod, entry);
      if (claim.filter(PodClaims::isAllocated).isEmpty()) {
        throw new Violation(
            "lost reservation",
            "pod %s is on node %s and has no devices for %s: %s"
                .formatted(
                    pod.getMetadata().getName(),
                    pod.getSpec().getNodeName(),
                    entry.getName(),
                    claim.map(ResourceClaim::getStatus).map(String::valueOf).orElse("no claim")));
      }
    }
  }

  Optional<ResourceClaim> claimOf(Pod pod, PodResourceClaim entry) {
    ClaimName name = PodClaims.nameOf(pod, entry);
    String namespace = pod.getMetadata().getNamespace();
    if (name instanceof ClaimName.Direct direct) {
      return claims.get(namespace, direct.name());
    }
    return name instanceof ClaimName.Generated generated
        ? claims.get(namespace, generated.name())
        : Optional.empty();
  }

  private static String name(ResourceClaim claim) {
    return "claim " + claim.getMetadata().getName();
  }
}
