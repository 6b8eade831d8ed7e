package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A minimal conflict: requests that cannot be satisfied together though every proper part of them
 * can. It is found by leaving out one request after another as long as the rest still does not fit.
 */
final class Conflict {

  private record Member(int claim, DeviceRequest request) {}

  private final List<ResourceClaim> claims;
  private final Predicate<List<ResourceClaim>> fits;

  /**
   * @param claims claims that do not fit together
   * @param fits whether claims fit; a search that is stopped counts as fitting
   */
  Conflict(List<ResourceClaim> claims, Predicate<List<ResourceClaim>> fits) {
    this.claims = claims;
    this.fits = fits;
  }

  /** Returns the requests in conflict, each with its claim. */
  List<String> find() {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      for (DeviceRequest request : requestsOf(claims.get(i))) {
        members.add(new Member(i, request));
      }
    }
    for (Member member : List.copyOf(members)) {
      List<Member> fewer = new ArrayList<>(members);
      fewer.remove(member);
      if (!fewer.isEmpty() && !fits.test(only(fewer))) {
        members = fewer;
      }
    }
    return members.stream().map(this::nameOf).toList();
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

  private String nameOf(Member member) {
    return "request "
        + member.request().getName()
        + " of claim "
        + claims.get(member.claim()).getMetadata().getName();
  }

  private List<ResourceClaim> only(List<Member> members) {
    List<ResourceClaim> reduced = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      int claim = i;
      List<DeviceRequest> requests =
          members.stream().filter(one -> one.claim() == claim).map(Member::request).toList();
      if (!requests.isEmpty()) {
        reduced.add(
            new ResourceClaimBuilder(claims.get(i))
                .editSpec()
                .editDevices()
                .withRequests(requests)
                .endDevices()
                .endSpec()
                .build());
      }
    }
    return reduced;
  }
}
