package io.github.dratestkit.allocator.audit;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says which rules an allocation breaks. It looks only at what exists and at the result, never at
 * how the result came about, and it knows nothing of the order in which devices are tried.
 */
public final class Auditor {

  private static final int MOST_RESULTS = 32;
  private static final List<DeviceRequest> NONE = List.of();

  private final Set<AllocatorFeature> features;
  private final AllocatorVariant variant;
  private final Expressions expressions;
  private final Map<String, DeviceClass> classes = new HashMap<>();
  private final UsedDevices used = new UsedDevices();
  private final NodeReach reach;
  private final Inventory inventory;
  private final DeviceAudit devices;
  private final RequestAudit requests;
  private final NodeAudit nodes;

  /**
   * @param features the features that are on
   * @param expressions evaluates selectors and derived attributes
   * @param slices what is published, in any order
   * @param node the node on which the claims were allocated
   */
  public Auditor(
      Set<AllocatorFeature> features,
      AllocatorVariant variant,
      Expressions expressions,
      Collection<ResourceSlice> slices,
      Collection<DeviceClass> deviceClasses,
      Node node) {
    this.features = Set.copyOf(features);
    this.variant = variant;
    this.expressions = expressions;
    for (DeviceClass one : deviceClasses) {
      if (one.getMetadata() != null) {
        classes.putIfAbsent(one.getMetadata().getName(), one);
      }
    }
    this.reach = new NodeReach(node);
    this.inventory = new Inventory(slices, reach, this.features, variant);
    this.devices =
        new DeviceAudit(
            this.features,
            variant,
            classes,
            expressions,
            reach,
            node.getStatus() == null ? List.of() : node.getStatus().getDeclaredFeatures());
    this.requests = new RequestAudit(inventory, devices);
    this.nodes = new NodeAudit(reach, variant);
  }

  /** Counts the devices of earlier allocations as used. Administrative access uses nothing. */
  public Auditor using(Collection<ResourceClaim> claims) {
    for (ResourceClaim claim : claims) {
      AllocationResult allocation = allocationOf(claim);
      if (allocation != null) {
        allocation.getDevices().getResults().forEach(this::use);
      }
    }
    return this;
  }

  private void use(DeviceRequestAllocationResult result) {
    if (Boolean.TRUE.equals(result.getAdminAccess())) {
      return;
    }
    if (result.getShareID() == null) {
      usingDevice(result.getDriver(), result.getPool(), result.getDevice());
      return;
    }
    Map<String, Quantity> consumed = result.getConsumedCapacity();
    usingShare(
        result.getDriver(),
        result.getPool(),
        result.getDevice(),
        consumed == null ? Map.of() : consumed);
  }

  /** Counts a device as used as a whole. */
  public Auditor usingDevice(String driver, String pool, String device) {
    used.addWhole(new Published.Key(driver, pool, device));
    return this;
  }

  /** Counts a share of a device as used. */
  public Auditor usingShare(
      String driver, String pool, String device, Map<String, Quantity> consumed) {
    Published.Key key = new Published.Key(driver, pool, device);
    used.addShare(key);
    used.addConsumed(key, consumed);
    return this;
  }

  /** Returns every rule that the allocations of these claims, made together, break. */
  public List<Violation> audit(List<ResourceClaim> claims) {
    List<Violation> violations = new ArrayList<>();
    List<Chosen> all = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      AllocationResult allocation = allocationOf(claims.get(i));
      if (allocation != null) {
        audit(i, claims.get(i), allocation, all, violations);
      }
    }
    violations.addAll(
        new UseAudit(
                inventory,
                used,
                features.contains(AllocatorFeature.ConsumableCapacity),
                variant != AllocatorVariant.STABLE)
            .check(all));
    return violations;
  }

  private static DeviceClaim devicesOf(ResourceClaim claim) {
    DeviceClaim devices = claim.getSpec() == null ? null : claim.getSpec().getDevices();
    return devices == null ? new DeviceClaim() : devices;
  }

  private static @Nullable AllocationResult allocationOf(ResourceClaim claim) {
    return claim.getStatus() == null ? null : claim.getStatus().getAllocation();
  }

  private void audit(
      int number,
      ResourceClaim claim,
      AllocationResult allocation,
      List<Chosen> all,
      List<Violation> violations) {
    ObjectMeta metadata = claim.getMetadata() == null ? new ObjectMeta() : claim.getMetadata();
    String name = metadata.getNamespace() + "/" + metadata.getName();
    List<Chosen> own = new ArrayList<>();
    for (DeviceRequestAllocationResult result : allocation.getDevices().getResults()) {
      Chosen chosen = resolve(number, name, claim, result, violations);
      if (chosen != null) {
        devices.check(
            chosen,
            (rule, text) -> violations.add(new Violation(rule, name, chosen.subject(), text)));
        own.add(chosen);
      }
    }
    all.addAll(own);
    if (allocation.getDevices().getResults().size() > MOST_RESULTS) {
      violations.add(
          new Violation(Rule.MOST_RESULTS, name, "results", "there are more than 32 results"));
    }
    boolean distinct = haveDistinctNames(devicesOf(claim).getRequests());
    List<Asked> served = new ArrayList<>();
    for (DeviceRequest request : distinct ? devicesOf(claim).getRequests() : NONE) {
      Asked asked = requests.served(name, request, own, violations);
      if (asked != null) {
        served.add(asked);
      }
    }
    checkConstraints(name, claim, own, violations);
    nodes.check(name, allocation.getNodeSelector(), own, violations);
    String configuration =
        distinct
            ? new ConfigurationAudit(classes)
                .check(served, devicesOf(claim).getConfig(), allocation.getDevices().getConfig())
            : null;
    if (configuration != null) {
      violations.add(new Violation(Rule.CONFIGURATION, name, "configuration", configuration));
    }
  }

  /** Which of two requests of one name a result serves, nobody can tell. */
  private static boolean haveDistinctNames(List<DeviceRequest> requests) {
    return requests.stream().map(Asked::nameOf).distinct().count() == requests.size();
  }

  private @Nullable Chosen resolve(
      int number,
      String name,
      ResourceClaim claim,
      DeviceRequestAllocationResult result,
      List<Violation> violations) {
    Published.Key key = new Published.Key(result.getDriver(), result.getPool(), result.getDevice());
    Published published = inventory.find(key);
    if (published == null) {
      violations.add(
          new Violation(
              Rule.PUBLISHED, name, "device " + key, "no whole pool of the node has the device"));
      return null;
    }
    List<Chosen> possible = new ArrayList<>();
    for (DeviceRequest request : devicesOf(claim).getRequests()) {
      for (Asked asked : Asked.alternatives(request)) {
        if (asked.result().equals(Strings.nullToEmpty(result.getRequest()))) {
          possible.add(new Chosen(number, name, asked, published, result));
        }
      }
    }
    if (possible.isEmpty()) {
      violations.add(
          new Violation(
              Rule.KNOWN_REQUEST, name, "request " + result.getRequest(), "the claim has none"));
      return null;
    }
    return fitting(possible);
  }

  /** Of several that have one name, the one that the device suits is meant. */
  private Chosen fitting(List<Chosen> possible) {
    for (Chosen chosen : possible.size() > 1 ? possible : List.<Chosen>of()) {
      List<Rule> broken = new ArrayList<>();
      devices.check(chosen, (rule, text) -> broken.add(rule));
      if (broken.isEmpty()) {
        return chosen;
      }
    }
    return possible.get(0);
  }

  private void checkConstraints(
      String claim, ResourceClaim source, List<Chosen> own, List<Violation> violations) {
    ConstraintAudit audit =
        new ConstraintAudit(expressions, features.contains(AllocatorFeature.ListTypeAttributes));
    List<DeviceConstraint> constraints = devicesOf(source).getConstraints();
    for (int i = 0; i < constraints.size(); i++) {
      String problem = audit.check(constraints.get(i), own);
      if (problem != null) {
        violations.add(new Violation(Rule.CONSTRAINT, claim, "constraint " + i, problem));
      }
    }
  }
}
