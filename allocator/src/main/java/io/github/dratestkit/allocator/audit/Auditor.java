package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
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
import java.util.HashSet;
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

  private final Set<AllocatorFeature> features;
  private final AllocatorVariant variant;
  private final Expressions expressions;
  private final Map<String, DeviceClass> classes = new HashMap<>();
  private final UsedDevices used = new UsedDevices();
  private final NodeReach reach;
  private final Inventory inventory;
  private final DeviceAudit devices;

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
    deviceClasses.forEach(one -> classes.putIfAbsent(one.getMetadata().getName(), one));
    this.reach = new NodeReach(node);
    this.inventory = new Inventory(slices, reach, this.features);
    this.devices =
        new DeviceAudit(
            this.features,
            variant,
            classes,
            expressions,
            reach,
            node.getStatus() == null ? List.of() : node.getStatus().getDeclaredFeatures());
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

  private static @Nullable AllocationResult allocationOf(ResourceClaim claim) {
    return claim.getStatus() == null ? null : claim.getStatus().getAllocation();
  }

  private void audit(
      int number,
      ResourceClaim claim,
      AllocationResult allocation,
      List<Chosen> all,
      List<Violation> violations) {
    String name = claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName();
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
    List<Asked> served = new ArrayList<>();
    for (DeviceRequest request : claim.getSpec().getDevices().getRequests()) {
      checkRequest(name, request, own, served, violations);
    }
    checkConstraints(name, claim, own, violations);
    checkNode(name, allocation.getNodeSelector(), own, violations);
    String configuration =
        new ConfigurationAudit(classes)
            .check(
                served,
                claim.getSpec().getDevices().getConfig(),
                allocation.getDevices().getConfig());
    if (configuration != null) {
      violations.add(new Violation(Rule.CONFIGURATION, name, "configuration", configuration));
    }
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
    for (DeviceRequest request : claim.getSpec().getDevices().getRequests()) {
      for (Asked asked : Asked.alternatives(request)) {
        if (asked.result().equals(result.getRequest())) {
          return new Chosen(number, name, asked, published, result);
        }
      }
    }
    violations.add(
        new Violation(
            Rule.KNOWN_REQUEST, name, "request " + result.getRequest(), "the claim has none"));
    return null;
  }

  private void checkRequest(
      String claim,
      DeviceRequest request,
      List<Chosen> own,
      List<Asked> served,
      List<Violation> violations) {
    List<Chosen> results =
        own.stream().filter(one -> one.asked().request().equals(request.getName())).toList();
    Set<Asked> used = new HashSet<>();
    results.forEach(one -> used.add(one.asked()));
    List<Asked> possible = used.isEmpty() ? Asked.alternatives(request) : List.copyOf(used);
    String subject = "request " + request.getName();
    if (used.size() > 1) {
      violations.add(new Violation(Rule.COUNT, claim, subject, "two sub-requests are served"));
      return;
    }
    for (Asked asked : possible) {
      if (asked.all() ? !used.isEmpty() : asked.count() == results.size()) {
        served.add(asked);
        if (asked.all()) {
          checkAll(claim, asked, results, violations);
        }
        return;
      }
    }
    violations.add(
        new Violation(Rule.COUNT, claim, subject, "gets " + results.size() + " devices"));
  }

  private void checkAll(
      String claim, Asked asked, List<Chosen> results, List<Violation> violations) {
    Set<Published.Key> missing = new HashSet<>();
    for (Published published : inventory.devices()) {
      if (devices.belongsToAll(asked, published)) {
        missing.add(published.key());
      }
    }
    results.forEach(one -> missing.remove(one.published().key()));
    for (Published.Key key : missing) {
      violations.add(
          new Violation(Rule.ALL_DEVICES, claim, "request " + asked.result(), "lacks " + key));
    }
  }

  private void checkConstraints(
      String claim, ResourceClaim source, List<Chosen> own, List<Violation> violations) {
    ConstraintAudit audit =
        new ConstraintAudit(expressions, features.contains(AllocatorFeature.ListTypeAttributes));
    List<DeviceConstraint> constraints = source.getSpec().getDevices().getConstraints();
    for (int i = 0; i < constraints.size(); i++) {
      String problem = audit.check(constraints.get(i), own);
      if (problem != null) {
        violations.add(new Violation(Rule.CONSTRAINT, claim, "constraint " + i, problem));
      }
    }
  }

  private void checkNode(
      String claim, @Nullable NodeSelector selector, List<Chosen> own, List<Violation> violations) {
    if (selector != null && !reach.matches(selector)) {
      violations.add(
          new Violation(Rule.NODE, claim, "node selector", "does not match the node itself"));
    }
    boolean local =
        variant != AllocatorVariant.STABLE
            && own.stream().anyMatch(one -> NodeReach.isLocal(one.published()));
    if (local && (selector == null || !namesOneNode(selector))) {
      violations.add(
          new Violation(Rule.NODE, claim, "node selector", "should name the node itself"));
    }
  }

  private static boolean namesOneNode(NodeSelector selector) {
    return selector.getNodeSelectorTerms().stream()
        .flatMap(term -> term.getMatchFields().stream())
        .map(NodeSelectorRequirement::getKey)
        .anyMatch("metadata.name"::equals);
  }
}
