package io.github.dratestkit.allocator.cases;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.audit.Auditor;
import io.github.dratestkit.allocator.audit.CelExpressions;
import io.github.dratestkit.allocator.audit.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks the auditor about an allocation of a case. */
public final class Audited {

  private Audited() {}

  /** Returns the rules that the results break. */
  public static List<Violation> violations(ParsedCase given, List<AllocationResult> results) {
    Auditor auditor =
        new Auditor(
            given.featureSet(),
            given.variant(),
            new CelExpressions(),
            given.allSlices(),
            given.allClasses(),
            given.node());
    for (ParsedCase.Entry entry : ParsedCase.orNone(given.allocatedDevices())) {
      auditor.usingDevice(entry.driver(), entry.pool(), entry.device());
    }
    for (ParsedCase.Entry entry : ParsedCase.orNone(given.allocatedShares())) {
      auditor.usingShare(entry.driver(), entry.pool(), entry.device(), Map.of());
    }
    for (ParsedCase.Entry entry : ParsedCase.orNone(given.consumedCapacity())) {
      auditor.usingShare(
          entry.driver(),
          entry.pool(),
          entry.device(),
          entry.capacity() == null ? Map.of() : entry.capacity());
    }
    auditor.using(ParsedCase.orNone(given.allocatedClaims()));
    List<ResourceClaim> allocated = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      allocated.add(
          new ResourceClaimBuilder(given.allClaims().get(i))
              .withNewStatus()
              .withAllocation(results.get(i))
              .endStatus()
              .build());
    }
    return auditor.audit(allocated);
  }

  /** Returns the claim with what it gets on the node, or nothing if it does not fit there. */
  static List<ResourceClaim> allocated(Allocator allocator, Node node, ResourceClaim claim) {
    Outcome outcome = allocator.allocate(node, List.of(claim), Budget.UNLIMITED);
    if (!(outcome instanceof Outcome.Allocated allocated)) {
      return List.of();
    }
    return List.of(
        new ResourceClaimBuilder(claim)
            .withNewStatus()
            .withAllocation(allocated.results().get(0))
            .endStatus()
            .build());
  }
}
