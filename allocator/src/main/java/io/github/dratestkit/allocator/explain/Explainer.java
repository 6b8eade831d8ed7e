package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Diagnosis;
import io.github.dratestkit.allocator.Explanation;
import io.github.dratestkit.allocator.Explanation.Verdict;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.DeviceId;
import io.github.dratestkit.allocator.inventory.Holdings;
import io.github.dratestkit.allocator.inventory.MalformedNodeSelectorException;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.SliceIndex;
import io.github.dratestkit.allocator.search.DeviceExpressions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains one attempt after it has ended: it looks at every device once more and, where claims did
 * not fit, searches again with fewer demands or with everything released. Nothing is recorded
 * during the search itself, so an explanation that nobody reads costs nothing.
 */
public final class Explainer {

  private static final long STEPS_ALONE = 100_000;

  private final AllocatorRules rules;
  private final AllocatedState state;
  private final Holdings holdings;
  private final Map<String, DeviceClass> classes;
  private final SliceIndex slices;
  private final DeviceExpressions expressions;

  /**
   * @param holdings who accounts for {@code state}
   */
  public Explainer(
      AllocatorRules rules,
      AllocatedState state,
      Holdings holdings,
      Map<String, DeviceClass> classes,
      SliceIndex slices,
      DeviceExpressions expressions) {
    this.rules = rules;
    this.state = state;
    this.holdings = holdings;
    this.classes = classes;
    this.slices = slices;
    this.expressions = expressions;
  }

  /** Explains why these devices were chosen. */
  public Explanation chosen(
      Node node, List<Pool> pools, List<ResourceClaim> claims, List<AllocationResult> results) {
    List<Explanation> parts = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      Map<DeviceId, String> chosen = new HashMap<>();
      for (DeviceRequestAllocationResult result : results.get(i).getDevices().getResults()) {
        chosen.put(
            new DeviceId(result.getDriver(), result.getPool(), result.getDevice()),
            result.getRequest());
      }
      parts.add(claim(node, pools, claims.get(i), chosen, "fits"));
    }
    return new Explanation(subject(node), Verdict.CHOSEN, "all claims fit", parts);
  }

  /** Explains why the claims do not fit. */
  public Explanation unfit(Node node, List<Pool> pools, List<ResourceClaim> claims) {
    Ground ground = new Ground(node, rules, expressions, slices);
    Trial trial = new Trial(pools, claims, classes, state);
    List<Explanation> parts = new ArrayList<>();
    Trials trials = new Trials(ground, STEPS_ALONE);
    for (ResourceClaim claim : claims) {
      // A single claim was tried alone in the attempt that is explained.
      Trials.Fit alone =
          claims.size() == 1 ? Trials.Fit.NO : trials.of(trial.withClaims(List.of(claim)));
      String reason =
          switch (alone) {
            case YES -> "fits alone";
            case NO -> "does not fit even alone";
            case UNKNOWN -> "was not tried alone: the search was too long";
          };
      parts.add(claim(node, pools, claim, Map.of(), reason));
    }
    Diagnosis diagnosis = new Diagnoser(ground, holdings).of(trial);
    parts.addAll(DiagnosisSentences.of(diagnosis));
    return new Explanation(
        subject(node),
        Verdict.REFUSED,
        "no combination of devices satisfies all claims",
        parts,
        Optional.of(diagnosis));
  }

  private static String subject(Node node) {
    return "node " + node.getMetadata().getName();
  }

  private Explanation claim(
      Node node,
      List<Pool> pools,
      ResourceClaim claim,
      Map<DeviceId, String> chosen,
      String reason) {
    List<Explanation> parts = new ArrayList<>();
    DeviceRefusal refusal = new DeviceRefusal(rules, state, classes, expressions, node);
    List<DeviceConstraint> constraints = ClaimNames.constraintsOf(claim);
    for (DeviceRequest request : ClaimNames.requestsOf(claim)) {
      for (Request alternative : Request.of(request)) {
        parts.add(request(pools, alternative, constraints, chosen, refusal));
      }
    }
    Verdict verdict = chosen.isEmpty() ? Verdict.REFUSED : Verdict.CHOSEN;
    return new Explanation("claim " + ClaimNames.of(claim), verdict, reason, parts);
  }

  private static Explanation request(
      List<Pool> pools,
      Request request,
      List<DeviceConstraint> constraints,
      Map<DeviceId, String> chosen,
      DeviceRefusal refusal) {
    List<Explanation> parts = new ArrayList<>();
    int suitable = 0;
    int taken = 0;
    for (Pool pool : pools) {
      if (!(pool instanceof Pool.Usable usable)) {
        parts.add(unusable(pool));
        continue;
      }
      for (CompiledSlice slice : usable.slices()) {
        for (CompiledDevice device : slice.devices()) {
          boolean mine = request.name().equals(chosen.get(device.id()));
          String reason = mine ? null : reasonOf(refusal, request, constraints, device, usable);
          suitable += reason == null ? 1 : 0;
          taken += mine ? 1 : 0;
          parts.add(device(device, mine, reason));
        }
      }
    }
    String summary =
        "asks for "
            + request.wanted()
            + "; "
            + suitable
            + " would do by themselves"
            + (taken == 0 ? "" : ", " + taken + " chosen");
    Verdict verdict = taken == 0 ? Verdict.REFUSED : Verdict.CHOSEN;
    return new Explanation("request " + request.name(), verdict, summary, parts);
  }

  private static @Nullable String reasonOf(
      DeviceRefusal refusal,
      Request request,
      List<DeviceConstraint> constraints,
      CompiledDevice device,
      Pool.Usable pool) {
    try {
      return refusal.of(request, constraints, device, pool);
    } catch (MalformedNodeSelectorException e) {
      return "has a malformed node selector: " + e.getMessage();
    }
  }

  private static Explanation device(
      CompiledDevice device, boolean chosen, @Nullable String reason) {
    String subject = "device " + device.id();
    if (chosen) {
      return Explanation.of(subject, Verdict.CHOSEN, "is the first that fits");
    }
    return reason == null
        ? Explanation.of(subject, Verdict.NOT_TRIED, "suits the request")
        : Explanation.of(subject, Verdict.REFUSED, reason);
  }

  private static Explanation unusable(Pool pool) {
    String reason = "";
    if (pool instanceof Pool.Incomplete incomplete) {
      reason =
          "has "
              + incomplete.seen()
              + " of "
              + incomplete.wanted()
              + " slices of generation "
              + incomplete.generation()
              + ", so none of its devices is allocated";
    } else if (pool instanceof Pool.Invalid invalid) {
      reason = "is invalid: " + invalid.reason();
    }
    return Explanation.of("pool " + pool.id(), Verdict.REFUSED, reason);
  }
}
