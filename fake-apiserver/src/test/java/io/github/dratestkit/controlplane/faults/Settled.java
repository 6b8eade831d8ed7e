package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What must be true once nothing goes wrong any more: no pod waits that fits on a node, and every
 * pod with a node holds its claims.
 */
final class Settled {

  private Settled() {}

  static void check(FeatureSet features, HistoryAuditor auditor) {
    auditor.look();
    Snapshot snapshot =
        Snapshot.builder(features.allocatorFeatures())
            .slices(auditor.slices().all())
            .deviceClasses(List.of(deviceClass("gpu"), deviceClass("nic"), deviceClass("cores")))
            .allocatedClaims(List.copyOf(auditor.claims().all()))
            .build();
    for (Pod pod : auditor.pods().all()) {
      if (PodClaims.hasEnded(pod) || pod.getMetadata().getDeletionTimestamp() != null) {
        continue;
      }
      if (pod.getSpec().getNodeName() == null) {
        mustNotFit(pod, snapshot, auditor);
      } else {
        mustHoldItsClaims(pod, PodClaims.of(features), auditor);
      }
    }
  }

  private static void mustHoldItsClaims(Pod pod, PodClaims podClaims, HistoryAuditor auditor) {
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      boolean held =
          auditor
              .claimOf(pod, entry)
              .filter(claim -> podClaims.isReservedFor(pod, claim))
              .isPresent();
      if (!held) {
        throw new Violation(
            "lost reservation",
            "pod %s does not hold its claim %s"
                .formatted(pod.getMetadata().getName(), entry.getName()));
      }
    }
  }

  /** Only pods that wait for nothing but devices are looked at. */
  private static void mustNotFit(Pod pod, Snapshot snapshot, HistoryAuditor auditor) {
    boolean wantsProcessors =
        pod.getSpec().getContainers().stream()
            .anyMatch(
                container ->
                    container.getResources() != null
                        && container.getResources().getRequests() != null
                        && !container.getResources().getRequests().isEmpty());
    if (wantsProcessors
        || PodClaims.groupNameOf(pod) != null
        || PodClaims.entriesOf(pod).isEmpty()) {
      return;
    }
    List<ResourceClaim> wanting = new ArrayList<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      Optional<ResourceClaim> claim = auditor.claimOf(pod, entry);
      if (claim.isEmpty() || claim.get().getMetadata().getDeletionTimestamp() != null) {
        return;
      }
      if (PodClaims.isAllocated(claim.get())) {
        throw new Violation(
            "pod does not settle",
            "pod %s waits although its claim %s has devices, for %s: %s"
                .formatted(
                    pod.getMetadata().getName(),
                    claim.get().getMetadata().getName(),
                    PodClaims.consumersOf(claim.get()),
                    pod.getStatus().getConditions()));
      }
      wanting.add(claim.get());
    }
    for (String node : List.of("a", "b")) {
      Outcome outcome = Allocator.of(snapshot).allocate(node(node), wanting, Budget.UNLIMITED);
      if (outcome instanceof Outcome.Allocated) {
        throw new Violation(
            "pod does not settle",
            "pod %s waits and fits on node %s: %s"
                .formatted(pod.getMetadata().getName(), node, pod.getStatus().getConditions()));
      }
    }
  }

  /** Says that no object of a kind is there any more. */
  static <T extends HasMetadata> void nothingIsLeft(Laboratory laboratory, Class<T> kind) {
    for (T object : laboratory.list(kind)) {
      throw new Violation(
          HasMetadata.getPlural(kind) + " left",
          "%s does not go: finalizers %s, owners %s"
              .formatted(
                  object.getMetadata().getName(),
                  object.getMetadata().getFinalizers(),
                  object.getMetadata().getOwnerReferences()));
    }
  }

  private static Node node(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static DeviceClass deviceClass(String name) {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewSelector()
        .withNewCel("device.driver == \"%s.example.test\"".formatted(name))
        .endSelector()
        .endSpec()
        .build();
  }
}
