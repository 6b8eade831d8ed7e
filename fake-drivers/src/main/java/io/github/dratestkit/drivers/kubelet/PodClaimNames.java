package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatus;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.ResourceClaim;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which claims a pod uses, and which requests of them each of its containers. */
final class PodClaimNames {

  /** A claim by name; {@code generated} if it must have been made for the pod. */
  record Use(String claim, boolean generated) {}

  /** One claim of a container; no request means all. */
  record ContainerUse(String claim, String request) {}

  private PodClaimNames() {}

  /** Returns the claims of a pod, that for its extended resources last. */
  static List<Use> ofPod(Pod pod) throws PreparationException {
    List<Use> uses = new ArrayList<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      use(pod, entry).ifPresent(uses::add);
    }
    extended(pod).ifPresent(status -> uses.add(new Use(status.getResourceClaimName(), false)));
    return uses;
  }

  /** Returns what one container uses, in the order of the pod's claims. */
  static List<ContainerUse> ofContainer(Pod pod, Container container) {
    List<ContainerUse> uses = new ArrayList<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      for (ResourceClaim wanted : claimsOf(container)) {
        if (wanted.getName().equals(entry.getName())) {
          nameOf(PodClaims.nameOf(pod, entry))
              .ifPresent(
                  use ->
                      uses.add(
                          new ContainerUse(
                              use.claim(),
                              wanted.getRequest() == null ? "" : wanted.getRequest())));
        }
      }
    }
    extended(pod)
        .ifPresent(
            status -> {
              for (ContainerExtendedResourceRequest mapping : status.getRequestMappings()) {
                if (mapping.getContainerName().equals(container.getName())) {
                  uses.add(
                      new ContainerUse(status.getResourceClaimName(), mapping.getRequestName()));
                }
              }
            });
    return uses;
  }

  private static List<ResourceClaim> claimsOf(Container container) {
    return container.getResources() == null || container.getResources().getClaims() == null
        ? List.of()
        : container.getResources().getClaims();
  }

  private static Optional<Use> use(Pod pod, PodResourceClaim entry) throws PreparationException {
    ClaimName name = PodClaims.nameOf(pod, entry);
    if (name instanceof ClaimName.Unknown unknown) {
      throw new PreparationException(unknown.message());
    }
    return nameOf(name);
  }

  private static Optional<Use> nameOf(ClaimName name) {
    if (name instanceof ClaimName.Direct direct) {
      return Optional.of(new Use(direct.name(), false));
    }
    return name instanceof ClaimName.Generated generated
        ? Optional.of(new Use(generated.name(), true))
        : Optional.empty();
  }

  private static Optional<PodExtendedResourceClaimStatus> extended(Pod pod) {
    return pod.getStatus() == null
        ? Optional.empty()
        : Optional.ofNullable(pod.getStatus().getExtendedResourceClaimStatus());
  }
}
