package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Devices: who gets them, who loses them, and that all come back. */
enum DeviceTheme implements Theme {
  THE;

  static final String NIC_CAPACITY = "10";

  @Override
  public Set<String> loops() {
    return new LinkedHashSet<>(
        List.of(
            "scheduler",
            "resourceclaim-controller",
            "device-taint-eviction-controller",
            "garbage-collector-controller",
            "podgroup-protection-controller"));
  }

  @Override
  public Map<String, Boolean> gates() {
    return Map.of(
        "GenericWorkload",
        true,
        "DRAWorkloadResourceClaims",
        true,
        "DRANodeAllocatableResources",
        true);
  }

  @Override
  public boolean hasDrivers() {
    return true;
  }

  @Override
  public List<Operation> operations() {
    return List.of(DeviceOperation.values());
  }

  @Override
  public void furnish(Laboratory laboratory) {
    for (String node : Laboratory.NODES) {
      laboratory.create(
          """
          {apiVersion: v1, kind: Node, metadata: {name: %s, labels: {host: %s}},
           status: {allocatable: {cpu: "4", memory: 8Gi, pods: "20"},
                    declaredFeatures: [DRANodeAllocatableResources]}}
          """
              .formatted(node, node),
          Node.class);
      laboratory.create(
          """
          {apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: cores-%s}, spec: {
            driver: cores.example.test, nodeName: %s,
            pool: {name: cores-%s, generation: 1, resourceSliceCount: 1},
            devices: [{name: cores, nodeAllocatableResources: {
              cpu: {mapping: {deviceMultiplier: "1"}}}}]}}
          """
              .formatted(node, node, node),
          ResourceSlice.class);
    }
    for (String name : List.of("gpu", "nic", "cores")) {
      laboratory.create(
          """
          {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: %s}, spec: {
            %s selectors: [{cel: {expression: 'device.driver == "%s.example.test"'}}]}}
          """
              .formatted(name, name.equals("gpu") ? "extendedResourceName: x.test/gpu," : "", name),
          DeviceClass.class);
    }
    laboratory.create(
        """
        {apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: nics}, spec: {
          driver: nic.example.test, allNodes: true,
          pool: {name: nics, generation: 1, resourceSliceCount: 1},
          devices: [{name: nic0, allowMultipleAllocations: true,
            capacity: {bandwidth: {value: "%s"}}}]}}
        """
            .formatted(NIC_CAPACITY),
        ResourceSlice.class);
    laboratory.create(
        """
        {apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate,
         metadata: {name: gpu, namespace: default}, spec: {spec: {devices: {requests: [
           {name: r, exactly: {deviceClassName: gpu}}]}}}}
        """,
        ResourceClaimTemplate.class);
    laboratory.create(
        """
        {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}
        """,
        PriorityClass.class);
  }

  @Override
  public void conclude(Laboratory laboratory) {
    laboratory.deleteAll(DeviceTaintRule.class);
    laboratory.advance(Duration.ofMinutes(12));
    Settled.check(laboratory.features(), laboratory.auditor());
    laboratory.deleteAll(Pod.class);
    laboratory.deleteAll(PodGroup.class);
    laboratory.advance(Duration.ofMinutes(3));
    laboratory.deleteAll(ResourceClaim.class);
    laboratory.advance(Duration.ofMinutes(3));
    nothingIsLeft(laboratory);
  }

  private static void nothingIsLeft(Laboratory laboratory) {
    for (ResourceClaim claim : laboratory.auditor().claims().all()) {
      throw new Violation(
          "leaked claim",
          "%s is left: finalizers %s, status %s"
              .formatted(
                  claim.getMetadata().getName(),
                  claim.getMetadata().getFinalizers(),
                  claim.getStatus()));
    }
    Settled.nothingIsLeft(laboratory, Pod.class);
    Settled.nothingIsLeft(laboratory, PodGroup.class);
    if (!laboratory.hardware().isIdle()) {
      throw new Violation(
          "left prepared", "devices are prepared for nobody: " + laboratory.hardware());
    }
  }
}
