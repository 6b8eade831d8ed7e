package io.github.dratestkit.allocator.search;

import com.google.common.base.Strings;
import com.google.common.primitives.Ints;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.Quantities;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks the claims before the search and prepares them: every request and sub-request is looked
 * at, even those that will never be chosen. The order of the checks is upstream's, because the
 * first problem ends the attempt (semantics §4.4).
 */
final class Preparation {

  /** A claim's allocation holds at most so many devices (AllocationResultsMaxSize). */
  static final int MAX_RESULTS = 32;

  /** What requests and sub-requests have in common. */
  private record Demand(
      @Nullable String parent,
      String name,
      @Nullable String deviceClassName,
      @Nullable String allocationMode,
      @Nullable Long count,
      @Nullable Boolean adminAccess,
      List<DeviceSelector> selectors,
      List<DeviceToleration> tolerations,
      @Nullable CapacityRequirements capacity,
      List<DeviceDerivedAttribute> derivedAttributes) {

    static Demand of(String name, ExactDeviceRequest request) {
      return new Demand(
          null,
          name,
          request.getDeviceClassName(),
          request.getAllocationMode(),
          request.getCount(),
          request.getAdminAccess(),
          request.getSelectors(),
          request.getTolerations(),
          request.getCapacity(),
          request.getDerivedAttributes());
    }

    static Demand of(String parent, DeviceSubRequest request) {
      return new Demand(
          parent,
          Strings.nullToEmpty(request.getName()),
          request.getDeviceClassName(),
          request.getAllocationMode(),
          request.getCount(),
          null,
          request.getSelectors(),
          request.getTolerations(),
          request.getCapacity(),
          request.getDerivedAttributes());
    }
  }

  private final AllocatorRules rules;
  private final Map<String, DeviceClass> classes;
  private final Candidates candidates;
  private final DeviceTests tests;
  private final List<String> names = new ArrayList<>();
  private final AttributeLookup lookup;
  private int alternatives;

  Preparation(
      AllocatorRules rules,
      Map<String, DeviceClass> classes,
      Candidates candidates,
      DeviceTests tests,
      AttributeLookup lookup) {
    this.rules = rules;
    this.classes = classes;
    this.candidates = candidates;
    this.tests = tests;
    this.lookup = lookup;
  }

  /**
   * Prepares the claims.
   *
   * @throws FatalProblem at the first problem
   */
  List<ClaimPlan> prepare(List<ResourceClaim> claims) {
    List<ClaimPlan> plans = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      names.add(ClaimPlan.nameOf(claims.get(i)));
      plans.add(prepare(i, claims.get(i)));
    }
    return plans;
  }

  private ClaimPlan prepare(int index, ResourceClaim claim) {
    String name = ClaimPlan.nameOf(claim);
    DeviceClaim devices = claim.getSpec() == null ? null : claim.getSpec().getDevices();
    if (devices == null) {
      return new ClaimPlan(claim, name, List.of(), List.of());
    }
    List<RequestPlan> requests = new ArrayList<>();
    long least = 0;
    for (DeviceRequest request : devices.getRequests()) {
      String subject = "claim " + name + ", request " + request.getName();
      RequestPlan plan = prepare(index, requests.size(), request, subject);
      requests.add(plan);
      least += leastNumber(plan);
      if (least > MAX_RESULTS) {
        throw new FatalProblem(
            subject
                + ": adding "
                + leastNumber(plan)
                + " devices exceeds the claim limit of "
                + MAX_RESULTS
                + ", with "
                + (least - leastNumber(plan))
                + " already accounted for");
      }
    }
    return new ClaimPlan(claim, name, requests, constraintsOf(devices, name));
  }

  private static int leastNumber(RequestPlan plan) {
    int least = Integer.MAX_VALUE;
    for (Alternative alternative : plan.alternatives()) {
      least = Math.min(least, alternative.number());
    }
    return least;
  }

  private RequestPlan prepare(int claim, int index, DeviceRequest request, String subject) {
    boolean prioritized = !request.getFirstAvailable().isEmpty();
    if (prioritized && !rules.has(AllocatorFeature.PrioritizedList)) {
      throw new FatalProblem(
          subject + ": has subrequests, but the DRAPrioritizedList feature is disabled");
    }
    List<Demand> demands = new ArrayList<>();
    String name = Strings.nullToEmpty(request.getName());
    for (DeviceSubRequest subRequest : request.getFirstAvailable()) {
      demands.add(Demand.of(name, subRequest));
    }
    if (!prioritized && request.getExactly() != null) {
      demands.add(Demand.of(name, request.getExactly()));
    }
    if (demands.isEmpty()) {
      throw new FatalProblem(subject + ": neither exactly nor firstAvailable is set");
    }
    checkCapacityFeature(demands, subject);
    List<Alternative> prepared = new ArrayList<>();
    for (Demand demand : demands) {
      prepared.add(prepare(claim, index, demand, subject));
    }
    return new RequestPlan(name, prioritized, prepared);
  }

  /** The stable implementation knows no capacity requests and passes over them. */
  private void checkCapacityFeature(List<Demand> demands, String subject) {
    if (rules.has(AllocatorFeature.ConsumableCapacity)
        || rules.variant() == AllocatorVariant.STABLE) {
      return;
    }
    for (Demand demand : demands) {
      if (demand.capacity() != null) {
        throw new FatalProblem(
            subject + ": has capacity requests, but the DRAConsumableCapacity feature is disabled");
      }
    }
  }

  private Alternative prepare(int claim, int request, Demand demand, String parentSubject) {
    String subject = demand.parent() == null ? parentSubject : parentSubject + "/" + demand.name();
    checkFeatures(demand, subject);
    DeviceClass deviceClass = classOf(demand, subject);
    Map<String, String> derived = new HashMap<>();
    for (DeviceDerivedAttribute attribute : demand.derivedAttributes()) {
      derived.put(attribute.getName(), Strings.nullToEmpty(attribute.getExpression()));
    }
    Alternative alternative =
        new Alternative(
            alternatives++,
            claim,
            request,
            demand.parent(),
            demand.name(),
            deviceClass,
            demand.selectors(),
            new Alternative.Wanted.Count(0),
            Boolean.TRUE.equals(demand.adminAccess()),
            demand.tolerations(),
            demand.capacity() == null ? Map.of() : Quantities.of(demand.capacity().getRequests()),
            derived);
    tests.add(alternative, names.get(claim));
    return alternative.wanting(wanted(demand, alternative, subject));
  }

  private void checkFeatures(Demand demand, String subject) {
    if (!demand.derivedAttributes().isEmpty() && !rules.has(AllocatorFeature.DerivedAttributes)) {
      throw new FatalProblem(
          subject + ": cannot handle request with derived attributes, the feature is disabled");
    }
    for (int i = 0; i < demand.selectors().size(); i++) {
      if (demand.selectors().get(i).getCel() == null) {
        throw new FatalProblem(
            subject + ", selector #" + i + ": CEL expression empty (unsupported selector type?)");
      }
    }
    if (demand.adminAccess() != null && !rules.has(AllocatorFeature.AdminAccess)) {
      throw new FatalProblem(subject + ": admin access is requested, but the feature is disabled");
    }
  }

  private DeviceClass classOf(Demand demand, String subject) {
    String name = demand.deviceClassName();
    if (name == null || name.isEmpty()) {
      throw new FatalProblem(subject + ": missing device class name (unsupported request type?)");
    }
    DeviceClass deviceClass = classes.get(name);
    if (deviceClass == null) {
      throw new FatalProblem(
          subject + ": could not retrieve device class " + name + ": it does not exist");
    }
    return deviceClass;
  }

  private Alternative.Wanted wanted(Demand demand, Alternative alternative, String subject) {
    String mode = demand.allocationMode() == null ? "" : demand.allocationMode();
    return switch (mode) {
      case "ExactCount" -> new Alternative.Wanted.Count(countOf(demand));
      case "All" -> new Alternative.Wanted.All(allMatching(alternative, subject));
      default -> throw new FatalProblem(subject + ": unsupported count mode " + mode);
    };
  }

  /** A count below one cannot be stored; it asks for nothing. */
  private static int countOf(Demand demand) {
    return demand.count() == null ? 0 : Ints.saturatedCast(demand.count());
  }

  /** Devices in use are among them on purpose: they make the request fail instead of shrinking. */
  private int[] allMatching(Alternative alternative, String subject) {
    List<Integer> matching = new ArrayList<>();
    for (int pool = 0; pool < candidates.pools().size(); pool++) {
      checkWhole(candidates.pools().get(pool), subject);
      int end = candidates.firstOfPool(pool + 1);
      for (int candidate = candidates.firstOfPool(pool); candidate < end; candidate++) {
        if (tests.isSelectable(alternative, candidate) && isLargeEnough(alternative, candidate)) {
          matching.add(candidate);
        }
      }
    }
    return matching.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void checkWhole(Pool pool, String subject) {
    if (pool instanceof Pool.Incomplete incomplete) {
      throw new PoolProblem(
          subject
              + ": asks for all devices, but resource pool "
              + pool.id()
              + " is currently being updated: it has "
              + incomplete.seen()
              + " of "
              + incomplete.wanted()
              + " slices of generation "
              + incomplete.generation());
    }
    if (pool instanceof Pool.Invalid invalid) {
      throw new PoolProblem(
          subject
              + ": asks for all devices, but resource pool "
              + pool.id()
              + " is currently invalid: "
              + invalid.reason());
    }
  }

  private boolean isLargeEnough(Alternative alternative, int candidate) {
    if (!rules.has(AllocatorFeature.ConsumableCapacity)) {
      return true;
    }
    return CapacityLedger.fitsEmpty(
        tests.amounts(alternative, candidate), candidates.device(candidate));
  }

  private List<Constraint> constraintsOf(DeviceClaim devices, String claim) {
    boolean lists = rules.has(AllocatorFeature.ListTypeAttributes);
    List<Constraint> constraints = new ArrayList<>();
    for (DeviceConstraint constraint : devices.getConstraints()) {
      String match = constraint.getMatchAttribute();
      String distinct = constraint.getDistinctAttribute();
      if (match != null) {
        constraints.add(new MatchAttribute(match, constraint.getRequests(), lookup, lists));
      } else if (distinct != null && rules.variant() != AllocatorVariant.STABLE) {
        constraints.add(new DistinctAttribute(distinct, constraint.getRequests(), lookup, lists));
      } else {
        throw new FatalProblem(
            "claim "
                + claim
                + ", constraint #"
                + constraints.size()
                + ": empty constraint (unsupported constraint type?)");
      }
    }
    return constraints;
  }
}
