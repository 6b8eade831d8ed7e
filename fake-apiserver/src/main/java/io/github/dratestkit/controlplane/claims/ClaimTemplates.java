package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a claim out of a template for an entry of a pod or a pod group. */
final class ClaimTemplates {

  /** Names, on a claim, the entry of its owner that it was made for. */
  private static final String ENTRY_ANNOTATION = "resource.kubernetes.io/pod-claim-name";

  private final FeatureSet features;

  ClaimTemplates(FeatureSet features) {
    this.features = features;
  }

  /** Says whether a claim was made for an entry of the owner with a uid. */
  static boolean isFor(ResourceClaim claim, String ownerUid, String entry) {
    return PodClaims.controllerOf(claim)
            .filter(owner -> owner.getUid().equals(ownerUid))
            .isPresent()
        && claim.getMetadata().getAnnotations() != null
        && entry.equals(claim.getMetadata().getAnnotations().get(ENTRY_ANNOTATION));
  }

  /** Returns the entry of its owner that a claim was made for. */
  static Optional<String> entryOf(ResourceClaim claim) {
    return Optional.ofNullable(claim.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(ENTRY_ANNOTATION));
  }

  /** Returns why a template cannot be used with the gates as they are. */
  Optional<String> refusal(ResourceClaimTemplate template) {
    List<DeviceRequest> requests =
        template.getSpec().getSpec().getDevices() == null
            ? List.of()
            : template.getSpec().getSpec().getDevices().getRequests();
    if (!features.enabled("DRAAdminAccess")
        && requests.stream().anyMatch(ClaimTemplates::isAdmin)) {
      return Optional.of("admin access is requested, but the feature is disabled");
    }
    if (!features.enabled("DRAPrioritizedList")
        && requests.stream().anyMatch(request -> !request.getFirstAvailable().isEmpty())) {
      return Optional.of(
          "template includes a prioritized list of subrequests, but the feature is disabled");
    }
    return Optional.empty();
  }

  /** Returns the claim to create for an entry of {@code owner}. */
  ResourceClaim claimFor(HasMetadata owner, String entry, ResourceClaimTemplate template) {
    ObjectMeta given = template.getSpec().getMetadata();
    Map<String, String> annotations = new LinkedHashMap<>();
    if (given != null && given.getAnnotations() != null) {
      annotations.putAll(given.getAnnotations());
    }
    annotations.put(ENTRY_ANNOTATION, entry);
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace(owner.getMetadata().getNamespace())
        .withGenerateName(GeneratedName.of(owner.getMetadata().getName(), entry))
        .withOwnerReferences(controlledBy(owner))
        .withAnnotations(annotations)
        .withLabels(given == null ? null : given.getLabels())
        .endMetadata()
        .withSpec(template.getSpec().getSpec())
        .build();
  }

  private static OwnerReference controlledBy(HasMetadata owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.getApiVersion())
        .withKind(owner.getKind())
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .withController(true)
        .build();
  }

  private static boolean isAdmin(DeviceRequest request) {
    return request.getExactly() != null
        && Boolean.TRUE.equals(request.getExactly().getAdminAccess());
  }
}
