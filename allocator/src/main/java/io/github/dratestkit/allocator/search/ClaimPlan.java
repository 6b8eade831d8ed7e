package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;

/**
 * A claim, prepared for the search.
 *
 * @param name namespace and name, for messages
 * @param constraints in the order of the claim; they keep track of the devices chosen so far
 */
record ClaimPlan(
    ResourceClaim claim, String name, List<RequestPlan> requests, List<Constraint> constraints) {

  /** Returns the name by which messages know the claim. */
  static String nameOf(ResourceClaim claim) {
    String namespace = claim.getMetadata().getNamespace();
    String name = claim.getMetadata().getName();
    return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
