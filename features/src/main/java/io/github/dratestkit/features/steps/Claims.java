package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What steps ask about claims; reads through the API each time. */
final class Claims {

  private static final Pattern DRIVER = Pattern.compile("device\\.driver == [\"']([^\"']+)[\"']");

  private final World world;

  Claims(World world) {
    this.world = world;
  }

  /** Returns a claim as it is now. */
  Optional<ResourceClaim> find(ClaimName claim) {
    if (claim instanceof ClaimName.Named named) {
      return named(named.name());
    }
    String pod = ((ClaimName.OfPod) claim).pod();
    return world
        .client()
        .resources(ResourceClaim.class)
        .inNamespace(world.namespace())
        .list()
        .getItems()
        .stream()
        .filter(candidate -> isOwnedBy(candidate, pod))
        .findFirst()
        .or(() -> ofGang(pod));
  }

  /** A pod of a gang may use a claim that belongs to the gang; its status says which. */
  private Optional<ResourceClaim> ofGang(String name) {
    Pod pod = world.client().pods().inNamespace(world.namespace()).withName(name).get();
    return pod == null || pod.getSpec().getSchedulingGroup() == null
        ? Optional.empty()
        : pod.getStatus().getResourceClaimStatuses().stream()
            .map(status -> status.getResourceClaimName())
            .flatMap(claim -> named(claim).stream())
            .findFirst();
  }

  private Optional<ResourceClaim> named(String name) {
    return Optional.ofNullable(
        world
            .client()
            .resources(ResourceClaim.class)
            .inNamespace(world.namespace())
            .withName(name)
            .get());
  }

  /** Returns what a claim was given, in order; empty if it is not allocated. */
  static List<DeviceRequestAllocationResult> results(ResourceClaim claim) {
    return allocation(claim)
        .map(allocation -> allocation.getDevices().getResults())
        .orElse(List.of());
  }

  static Optional<AllocationResult> allocation(ResourceClaim claim) {
    return Optional.ofNullable(claim.getStatus()).map(ResourceClaimStatus::getAllocation);
  }

  /** Returns the driver whose devices a class selects; by convention they have the same name. */
  String driverOfClass(String className) {
    DeviceClass deviceClass = world.client().resources(DeviceClass.class).withName(className).get();
    if (deviceClass == null) {
      return className;
    }
    return deviceClass.getSpec().getSelectors().stream()
        .map(selector -> DRIVER.matcher(selector.getCel().getExpression()))
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1))
        .findFirst()
        .orElse(className);
  }

  private static boolean isOwnedBy(ResourceClaim claim, String pod) {
    List<OwnerReference> owners = claim.getMetadata().getOwnerReferences();
    return owners.stream()
        .anyMatch(owner -> owner.getKind().equals("Pod") && owner.getName().equals(pod));
  }
}
