package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraintBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.github.dratestkit.allocator.ClaimPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a minimal conflict: requests and constraints that cannot be met together though every
 * proper part of them can. One after another is left out as long as the rest still does not fit;
 * constraints first, because a conflict without them is easier to understand. It goes round until
 * nothing more can be left out, since a request for all devices can make fewer demands harder.
 */
final class Conflict {

  private final Trials trials;

  Conflict(Trials trials) {
    this.trials = trials;
  }

  /**
   * Returns the parts in conflict.
   *
   * @param trial claims that do not fit together
   * @return empty if a search that was needed was too long
   */
  Optional<List<ClaimPart>> of(Trial trial) {
    List<ClaimPart> parts = partsOf(trial.claims());
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (ClaimPart part : constraintsFirst(parts)) {
        List<ClaimPart> fewer = new ArrayList<>(parts);
        fewer.remove(part);
        if (fewer.isEmpty()) {
          continue;
        }
        Trials.Fit fit = trials.of(trial.withClaims(only(fewer, trial.claims())));
        if (fit == Trials.Fit.UNKNOWN) {
          return Optional.empty();
        }
        if (fit == Trials.Fit.NO) {
          parts = fewer;
          smaller = true;
        }
      }
    }
    return Optional.of(parts);
  }

  private static List<ClaimPart> partsOf(List<ResourceClaim> claims) {
    List<ClaimPart> parts = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      for (DeviceRequest request : ClaimNames.requestsOf(claim)) {
        parts.add(ClaimNames.part(claim, request.getName()));
      }
      for (int i = 0; i < ClaimNames.constraintsOf(claim).size(); i++) {
        parts.add(ClaimNames.part(claim, i));
      }
    }
    return parts;
  }

  private static List<ClaimPart> constraintsFirst(List<ClaimPart> parts) {
    List<ClaimPart> sorted = new ArrayList<>();
    parts.stream().filter(part -> part instanceof ClaimPart.Constraint).forEach(sorted::add);
    parts.stream().filter(part -> part instanceof ClaimPart.Request).forEach(sorted::add);
    return sorted;
  }

  /** Returns the claims with nothing but these parts; a claim without requests is left out. */
  static List<ResourceClaim> only(List<ClaimPart> parts, List<ResourceClaim> claims) {
    List<ResourceClaim> reduced = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      List<DeviceRequest> requests =
          ClaimNames.requestsOf(claim).stream()
              .filter(request -> parts.contains(ClaimNames.part(claim, request.getName())))
              .toList();
      if (!requests.isEmpty()) {
        reduced.add(
            new ResourceClaimBuilder(claim)
                .editSpec()
                .editDevices()
                .withRequests(requests)
                .withConstraints(constraints(parts, claim, requests))
                .endDevices()
                .endSpec()
                .build());
      }
    }
    return reduced;
  }

  private static List<DeviceConstraint> constraints(
      List<ClaimPart> parts, ResourceClaim claim, List<DeviceRequest> requests) {
    Set<String> names = requests.stream().map(DeviceRequest::getName).collect(Collectors.toSet());
    List<DeviceConstraint> kept = new ArrayList<>();
    for (int i = 0; i < ClaimNames.constraintsOf(claim).size(); i++) {
      if (parts.contains(ClaimNames.part(claim, i))) {
        DeviceConstraint constraint = over(names, ClaimNames.constraintsOf(claim).get(i));
        if (constraint != null) {
          kept.add(constraint);
        }
      }
    }
    return kept;
  }

  /** Returns the constraint over those of its requests that are there, or null if none is. */
  private static @Nullable DeviceConstraint over(Set<String> names, DeviceConstraint constraint) {
    if (constraint.getRequests().isEmpty()) {
      return constraint;
    }
    List<String> left =
        constraint.getRequests().stream()
            .filter(name -> names.contains(name.contains("/") ? name.split("/")[0] : name))
            .toList();
    return left.isEmpty()
        ? null
        : new DeviceConstraintBuilder(constraint).withRequests(left).build();
  }
}
