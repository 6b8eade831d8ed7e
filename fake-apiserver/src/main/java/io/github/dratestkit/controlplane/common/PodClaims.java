package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupResourceClaim;
import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which an entry of a pod names a claim, by which a claim is a pod's own, and by which
 * a reservation counts for a pod. Source: {@code dynamic-resource-allocation/resourceclaim}, 1.37.
 */
public final class PodClaims {

  /** The finalizer that keeps a claim from going while devices are allocated for it. */
  public static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  private static final String SCHEDULING_GROUP = "scheduling.k8s.io";
  private static final String UNSUPPORTED = "none of the supported fields are set";
  private static final String NOT_CREATED = "ResourceClaim not created yet";

  private final boolean groupsHoldClaims;

  private PodClaims(boolean groupsHoldClaims) {
    this.groupsHoldClaims = groupsHoldClaims;
  }

  /**
   * Returns the rules under {@code features}; DRAWorkloadResourceClaims lets groups hold claims.
   */
  public static PodClaims of(FeatureSet features) {
    return new PodClaims(features.enabled("DRAWorkloadResourceClaims"));
  }

  /** Says which claim an entry of a pod stands for. */
  public static ClaimName nameOf(Pod pod, PodResourceClaim entry) {
    if (entry.getResourceClaimName() != null) {
      return new ClaimName.Direct(entry.getResourceClaimName());
    }
    if (entry.getResourceClaimTemplateName() == null) {
      return new ClaimName.Unknown(
          "pod \"%s\", spec.resourceClaim \"%s\": %s"
              .formatted(pathOf(pod), entry.getName(), UNSUPPORTED));
    }
    for (PodResourceClaimStatus status : statusesOf(pod)) {
      if (status.getName().equals(entry.getName())) {
        return generated(status.getResourceClaimName());
      }
    }
    return new ClaimName.Unknown("pod \"%s\": %s".formatted(pathOf(pod), NOT_CREATED));
  }

  /** Says which claim an entry of a pod group stands for. */
  public static ClaimName nameOf(PodGroup group, PodGroupResourceClaim entry) {
    if (entry.getResourceClaimName() != null) {
      return new ClaimName.Direct(entry.getResourceClaimName());
    }
    if (entry.getResourceClaimTemplateName() == null) {
      return new ClaimName.Unknown(
          "PodGroup %s, spec.resourceClaim %s: %s"
              .formatted(pathOf(group), entry.getName(), UNSUPPORTED));
    }
    if (group.getStatus() != null) {
      for (var status : group.getStatus().getResourceClaimStatuses()) {
        if (status.getName().equals(entry.getName())) {
          return generated(status.getResourceClaimName());
        }
      }
    }
    return new ClaimName.Unknown("PodGroup %s: %s".formatted(pathOf(group), NOT_CREATED));
  }

  /** Returns why {@code claim} was not made for {@code pod}, or nothing if it was. */
  public Optional<String> whyNotFor(Pod pod, ResourceClaim claim) {
    String claimPath = pathOf(claim);
    if (!claim.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace())) {
      return Optional.of(
          "ResourceClaim %s is not in the same namespace as Pod %s"
              .formatted(claimPath, pathOf(pod)));
    }
    if (isControlledBy(claim, pod)) {
      return Optional.empty();
    }
    String group = groupNameOf(pod);
    if (!groupsHoldClaims || group == null) {
      return Optional.of(
          "ResourceClaim %s was not created for Pod %s (Pod is not owner)"
              .formatted(claimPath, pathOf(pod)));
    }
    if (isControlledByGroup(claim, group)) {
      return Optional.empty();
    }
    return Optional.of(
        "ResourceClaim %s was not created for Pod %s (neither Pod nor PodGroup %s is the owner)"
            .formatted(claimPath, pathOf(pod), group));
  }

  /** Says whether the claim is reserved for the pod, by itself or through its group. */
  public boolean isReservedFor(Pod pod, ResourceClaim claim) {
    String group = groupNameOf(pod);
    return consumersOf(claim).stream()
        .anyMatch(
            consumer ->
                consumer.getUid().equals(pod.getMetadata().getUid())
                    || (groupsHoldClaims
                        && group != null
                        && isGroup(consumer)
                        && consumer.getName().equals(group)));
  }

  /** Says whether the claim is reserved for the pod itself, not through its group. */
  public static boolean isReservedForItself(Pod pod, ResourceClaim claim) {
    return consumersOf(claim).stream()
        .anyMatch(consumer -> consumer.getUid().equals(pod.getMetadata().getUid()));
  }

  /**
   * Returns who shall hold the claim of an entry: the group if it has the same entry, or the pod.
   */
  public static ResourceClaimConsumerReference consumerFor(
      Pod pod, @Nullable PodGroup group, PodResourceClaim entry) {
    if (group != null && matches(group, entry)) {
      ResourceClaimConsumerReference reference = new ResourceClaimConsumerReference();
      reference.setApiGroup(SCHEDULING_GROUP);
      reference.setResource("podgroups");
      reference.setName(group.getMetadata().getName());
      reference.setUid(group.getMetadata().getUid());
      return reference;
    }
    return consumer(pod);
  }

  /** Returns the entry by which a pod itself holds a claim. */
  public static ResourceClaimConsumerReference consumer(Pod pod) {
    ResourceClaimConsumerReference reference = new ResourceClaimConsumerReference();
    reference.setResource("pods");
    reference.setName(pod.getMetadata().getName());
    reference.setUid(pod.getMetadata().getUid());
    return reference;
  }

  /** Says whether a consumer is a pod. */
  public static boolean isPod(ResourceClaimConsumerReference consumer) {
    return isEmpty(consumer.getApiGroup()) && "pods".equals(consumer.getResource());
  }

  /** Says whether a consumer is a pod group. */
  public static boolean isGroup(ResourceClaimConsumerReference consumer) {
    return SCHEDULING_GROUP.equals(consumer.getApiGroup())
        && "podgroups".equals(consumer.getResource());
  }

  /** Returns who holds a claim. */
  public static List<ResourceClaimConsumerReference> consumersOf(ResourceClaim claim) {
    return claim.getStatus() == null || claim.getStatus().getReservedFor() == null
        ? List.of()
        : claim.getStatus().getReservedFor();
  }

  /** Returns the entries of a pod. */
  public static List<PodResourceClaim> entriesOf(Pod pod) {
    List<PodResourceClaim> entries = pod.getSpec().getResourceClaims();
    return entries == null ? List.of() : entries;
  }

  /** Returns the names of claims that a pod's status gives. */
  public static List<PodResourceClaimStatus> statusesOf(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getResourceClaimStatuses() == null
        ? List.of()
        : pod.getStatus().getResourceClaimStatuses();
  }

  /** Says whether a claim is allocated. */
  public static boolean isAllocated(ResourceClaim claim) {
    return claim.getStatus() != null && claim.getStatus().getAllocation() != null;
  }

  /** Returns the name of the pod group that a pod belongs to, or null. */
  public static @Nullable String groupNameOf(Pod pod) {
    return pod.getSpec().getSchedulingGroup() == null
        ? null
        : pod.getSpec().getSchedulingGroup().getPodGroupName();
  }

  /** Returns the reference to the owner that manages an object. */
  public static Optional<OwnerReference> controllerOf(HasMetadata object) {
    List<OwnerReference> owners = object.getMetadata().getOwnerReferences();
    return owners == null
        ? Optional.empty()
        : owners.stream().filter(owner -> Boolean.TRUE.equals(owner.getController())).findFirst();
  }

  /** Says whether {@code owner} manages {@code object}. */
  public static boolean isControlledBy(HasMetadata object, HasMetadata owner) {
    return controllerOf(object)
        .filter(reference -> reference.getUid().equals(owner.getMetadata().getUid()))
        .isPresent();
  }

  /** Says whether a pod will not run any more: it has ended, or goes before it was placed. */
  public static boolean isDone(Pod pod) {
    return hasEnded(pod)
        || (pod.getMetadata().getDeletionTimestamp() != null
            && isEmpty(pod.getSpec().getNodeName()));
  }

  /** Says whether a pod has a node. */
  public static boolean isPlaced(Pod pod) {
    return !isEmpty(pod.getSpec().getNodeName());
  }

  /** Says whether a pod's phase is final. */
  public static boolean hasEnded(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  /** Returns {@code namespace/name}. */
  public static String pathOf(HasMetadata object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  private static boolean matches(PodGroup group, PodResourceClaim entry) {
    return group.getSpec().getResourceClaims().stream()
        .anyMatch(
            other ->
                other.getName().equals(entry.getName())
                    && Objects.equals(other.getResourceClaimName(), entry.getResourceClaimName())
                    && Objects.equals(
                        other.getResourceClaimTemplateName(),
                        entry.getResourceClaimTemplateName()));
  }

  private static boolean isControlledByGroup(ResourceClaim claim, String group) {
    return controllerOf(claim)
        .filter(owner -> owner.getKind().equals("PodGroup"))
        .filter(owner -> owner.getName().equals(group))
        .filter(owner -> owner.getApiVersion().startsWith(SCHEDULING_GROUP + "/"))
        .isPresent();
  }

  private static ClaimName generated(@Nullable String name) {
    return name == null ? new ClaimName.NotNeeded() : new ClaimName.Generated(name);
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
