package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAllocatableMappedResources;
import io.fabric8.kubernetes.api.model.NodeAllocatableOverheadResources;
import io.fabric8.kubernetes.api.model.NodeAllocatableResourceClaimStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.NodeAllocatableResource;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Devices that stand for cores, memory or other resources of their node, or cost some (KEP-5517,
 * gate DRANodeAllocatableResources; semantics §7.8). It adds up what the devices of a pod take, and
 * says whether the node has it. Source: {@code
 * pkg/scheduler/framework/plugins/dynamicresources/nodeallocatabledynamicresources.go}, 1.37;
 * limits of whole pods are not looked at, nor claims for extended resources.
 */
final class NodeAllocatable {

  /** What the devices of a pod take from its node, claim by claim. */
  record Share(List<NodeAllocatableResourceClaimStatus> statuses, Amounts amounts) {
    static final Share NONE = new Share(List.of(), Amounts.NONE);
  }

  private final BiFunction<DeviceRequestAllocationResult, @Nullable Node, Optional<Device>> devices;

  /** Creates the sums; {@code devices} finds a published device, on a node if one is given. */
  NodeAllocatable(
      BiFunction<DeviceRequestAllocationResult, @Nullable Node, Optional<Device>> devices) {
    this.devices = devices;
  }

  /**
   * Says whether a claim holds a device that stands for resources, so that one pod alone uses it.
   */
  boolean isForOnePod(AllocationResult allocation) {
    return allocation.getDevices().getResults().stream()
        .flatMap(result -> devices.apply(result, null).stream())
        .flatMap(device -> resourcesOf(device).values().stream())
        .anyMatch(resource -> resource.getMapping() != null);
  }

  /**
   * Returns what the devices of a pod take on a node.
   *
   * @param allocations the claims of the pod and what each holds or would hold there
   * @throws IllegalStateException if a device's resources follow a capacity that was not consumed
   */
  Share shareOf(Pod pod, Node node, Map<ResourceClaim, AllocationResult> allocations) {
    List<NodeAllocatableResourceClaimStatus> statuses = new ArrayList<>();
    allocations.forEach(
        (claim, allocation) -> statusOf(pod, node, claim, allocation).ifPresent(statuses::add));
    statuses.sort(Comparator.comparing(NodeAllocatableResourceClaimStatus::getResourceClaimName));
    return new Share(statuses, amountsOf(pod, statuses));
  }

  /** Returns what a pod's status says that its devices take from the node. */
  static Amounts amountsOf(Pod pod, List<NodeAllocatableResourceClaimStatus> statuses) {
    Map<String, io.fabric8.kubernetes.api.model.Quantity> sums = new TreeMap<>();
    for (NodeAllocatableResourceClaimStatus status : statuses) {
      for (NodeAllocatableMappedResources mapped : status.getMapping()) {
        add(sums, mapped.getName(), Quantity.decode(mapped.getQuantity().toString()));
      }
      for (NodeAllocatableOverheadResources overhead : status.getOverhead()) {
        if (overhead.getPerPod() != null) {
          add(sums, overhead.getName(), Quantity.decode(overhead.getPerPod().toString()));
        }
        for (int i = 0;
            overhead.getPerContainer() != null && i < status.getContainers().size();
            i++) {
          add(sums, overhead.getName(), Quantity.decode(overhead.getPerContainer().toString()));
        }
      }
    }
    if (pod.getSpec().getResources() != null
        && pod.getSpec().getResources().getRequests() != null) {
      sums.keySet().removeAll(pod.getSpec().getResources().getRequests().keySet());
    }
    return Amounts.of(sums);
  }

  /** Says whether a node has what a pod and its devices take. */
  static Verdict fits(PodDemand demand, Share share, NodeInfo node) {
    List<String> reasons = new ArrayList<>();
    Remedy remedy = Remedy.PREEMPTION;
    PodDemand whole = demand.plus(share.amounts());
    Amounts wanted = whole.requests();
    for (String name : whole.inOrder()) {
      long all = node.allocatable().get(name);
      if (isOfNode(name)
          && wanted.get(name) > 0
          && wanted.get(name) > all - node.requested().get(name)) {
        reasons.add("Insufficient " + name);
        remedy = wanted.get(name) > all ? Remedy.NONE : remedy;
      }
    }
    return reasons.isEmpty()
        ? Verdict.FITS
        : new Verdict.Rejected(ClaimCycle.NAME, remedy, reasons);
  }

  private static boolean isOfNode(String name) {
    return name.equals(Amounts.CPU)
        || name.equals(Amounts.MEMORY)
        || name.equals(Amounts.EPHEMERAL_STORAGE)
        || name.startsWith("hugepages-");
  }

  private Optional<NodeAllocatableResourceClaimStatus> statusOf(
      Pod pod, Node node, ResourceClaim claim, AllocationResult allocation) {
    Map<String, io.fabric8.kubernetes.api.model.Quantity> mapped = new TreeMap<>();
    Map<String, NodeAllocatableOverheadResources> overheads = new TreeMap<>();
    for (DeviceRequestAllocationResult result : allocation.getDevices().getResults()) {
      devices
          .apply(result, node)
          .ifPresent(
              device ->
                  resourcesOf(device)
                      .forEach(
                          (name, resource) -> {
                            map(mapped, name, resource, result, claim);
                            addOverhead(overheads, name, resource);
                          }));
    }
    if (mapped.isEmpty() && overheads.isEmpty()) {
      return Optional.empty();
    }
    NodeAllocatableResourceClaimStatus status = new NodeAllocatableResourceClaimStatus();
    status.setResourceClaimName(claim.getMetadata().getName());
    status.setContainers(containersUsing(pod, claim));
    mapped.forEach(
        (name, quantity) ->
            status.getMapping().add(new NodeAllocatableMappedResources(name, quantity)));
    status.setOverhead(new ArrayList<>(overheads.values()));
    return Optional.of(status);
  }

  private static void map(
      Map<String, io.fabric8.kubernetes.api.model.Quantity> sums,
      String name,
      NodeAllocatableResource resource,
      DeviceRequestAllocationResult result,
      ResourceClaim claim) {
    var mapping = resource.getMapping();
    if (mapping == null) {
      return;
    }
    String key = mapping.getCapacityKey();
    if (key == null || key.isEmpty()) {
      if (mapping.getDeviceMultiplier() != null) {
        add(sums, name, Quantity.decode(mapping.getDeviceMultiplier().toString()));
      }
      return;
    }
    if (result.getConsumedCapacity() == null || result.getConsumedCapacity().isEmpty()) {
      throw new IllegalStateException(
          "claim %s, device %s: ConsumedCapacity is nil, but Capacity key '%s' is set in NodeAllocatableResources for resource %s"
              .formatted(PodClaims.pathOf(claim), result.getDevice(), key, name));
    }
    var consumed = result.getConsumedCapacity().get(key);
    if (consumed != null) {
      add(sums, name, multiplied(consumed, mapping.getCapacityMultiplier()));
    }
  }

  private static Quantity multiplied(
      io.fabric8.kubernetes.api.model.Quantity amount,
      io.fabric8.kubernetes.api.model.@Nullable Quantity by) {
    Quantity exact = Quantity.decode(amount.toString());
    Quantity factor = by == null ? Quantity.parse("1") : Quantity.decode(by.toString());
    if (factor.compareTo(Quantity.parse("1")) == 0) {
      return exact;
    }
    Quantity product =
        Quantity.parse(
            exact
                .toBigDecimal()
                .multiply(factor.toBigDecimal())
                .stripTrailingZeros()
                .toPlainString());
    return product.isInteger() ? Quantity.of(product.value(), exact.format()) : product;
  }

  private static void addOverhead(
      Map<String, NodeAllocatableOverheadResources> overheads,
      String name,
      NodeAllocatableResource resource) {
    var overhead = resource.getOverhead();
    if (overhead == null || (overhead.getPerPod() == null && overhead.getPerContainer() == null)) {
      return;
    }
    NodeAllocatableOverheadResources known = overheads.get(name);
    NodeAllocatableOverheadResources sum = new NodeAllocatableOverheadResources();
    sum.setName(name);
    sum.setPerPod(sum(known == null ? null : known.getPerPod(), overhead.getPerPod()));
    sum.setPerContainer(
        sum(known == null ? null : known.getPerContainer(), overhead.getPerContainer()));
    overheads.put(name, sum);
  }

  private static io.fabric8.kubernetes.api.model.@Nullable Quantity sum(
      io.fabric8.kubernetes.api.model.@Nullable Quantity left,
      io.fabric8.kubernetes.api.model.@Nullable Quantity right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return new io.fabric8.kubernetes.api.model.Quantity(
        Quantity.decode(left.toString()).add(Quantity.decode(right.toString())).toString());
  }

  private static void add(
      Map<String, io.fabric8.kubernetes.api.model.Quantity> sums, String name, Quantity amount) {
    var known = sums.get(name);
    Quantity sum = known == null ? amount : Quantity.decode(known.toString()).add(amount);
    sums.put(name, new io.fabric8.kubernetes.api.model.Quantity(sum.toString()));
  }

  private static List<String> containersUsing(Pod pod, ResourceClaim claim) {
    Set<String> entries = new HashSet<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      ClaimName name = PodClaims.nameOf(pod, entry);
      String claimName =
          name instanceof ClaimName.Direct direct
              ? direct.name()
              : name instanceof ClaimName.Generated generated ? generated.name() : "";
      if (claimName.equals(claim.getMetadata().getName())) {
        entries.add(entry.getName());
      }
    }
    List<Container> containers = new ArrayList<>(pod.getSpec().getInitContainers());
    containers.addAll(pod.getSpec().getContainers());
    List<String> using = new ArrayList<>();
    for (Container container : containers) {
      if (container.getResources() != null) {
        container.getResources().getClaims().stream()
            .filter(used -> entries.contains(used.getName()))
            .forEach(used -> using.add(container.getName()));
      }
    }
    return using;
  }

  private static Map<String, NodeAllocatableResource> resourcesOf(Device device) {
    Map<String, NodeAllocatableResource> resources = device.getNodeAllocatableResources();
    return resources == null ? Map.of() : resources;
  }
}
