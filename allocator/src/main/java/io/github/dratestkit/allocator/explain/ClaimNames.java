package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.ClaimPart;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names that an explanation gives to claims and to their parts. */
final class ClaimNames {

  private ClaimNames() {}

  /** Returns {@code NAMESPACE/NAME}, or the name of a claim that is in no namespace yet. */
  static String of(ResourceClaim claim) {
    String namespace = claim.getMetadata().getNamespace();
    String name = String.valueOf(claim.getMetadata().getName());
    return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
  }

  /** Says whether a part of the claims can be told by its name; the API has it no other way. */
  static boolean areDistinct(List<ResourceClaim> claims) {
    Set<String> names = new HashSet<>();
    for (ResourceClaim claim : claims) {
      if (!names.add(of(claim))) {
        return false;
      }
      Set<String> requests = new HashSet<>();
      for (DeviceRequest request : requestsOf(claim)) {
        if (request.getName() == null || !requests.add(request.getName())) {
          return false;
        }
        for (DeviceSubRequest sub : request.getFirstAvailable()) {
          if (!requests.add(request.getName() + "/" + sub.getName())) {
            return false;
          }
        }
      }
    }
    return true;
  }

  static ClaimPart.Request part(ResourceClaim claim, String request) {
    return new ClaimPart.Request(of(claim), request);
  }

  static ClaimPart.Constraint part(ResourceClaim claim, int index) {
    DeviceConstraint constraint = constraintsOf(claim).get(index);
    String text =
        constraint.getMatchAttribute() != null
            ? "matchAttribute " + constraint.getMatchAttribute()
            : "distinctAttribute " + constraint.getDistinctAttribute();
    return new ClaimPart.Constraint(of(claim), index, text);
  }

  static List<DeviceRequest> requestsOf(ResourceClaim claim) {
    return hasDevices(claim) ? claim.getSpec().getDevices().getRequests() : List.of();
  }

  static List<DeviceConstraint> constraintsOf(ResourceClaim claim) {
    return hasDevices(claim) ? claim.getSpec().getDevices().getConstraints() : List.of();
  }

  private static boolean hasDevices(ResourceClaim claim) {
    return claim.getSpec() != null && claim.getSpec().getDevices() != null;
  }
}
