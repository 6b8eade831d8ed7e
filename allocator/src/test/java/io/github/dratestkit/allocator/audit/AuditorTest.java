package io.github.dratestkit.allocator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AuditorTest {

  private static final String DRIVER = "gpu.example.com";
  private static final Set<AllocatorFeature> FEATURES =
      FeatureSet.of(KubernetesVersion.LATEST).allocatorFeatures();
  private static final Node NODE =
      new NodeBuilder().withNewMetadata().withName("node-1").endMetadata().build();
  private static final DeviceClass GPU =
      new DeviceClassBuilder()
          .withNewMetadata()
          .withName("gpu")
          .endMetadata()
          .withNewSpec()
          .addNewSelector()
          .withNewCel()
          .withExpression("device.attributes[\"" + DRIVER + "\"].model == \"a\"")
          .endCel()
          .endSelector()
          .endSpec()
          .build();

  private static Device device(String name, String model, long numa) {
    return new DeviceBuilder()
        .withName(name)
        .withAttributes(
            Map.of(
                "model",
                new DeviceAttributeBuilder().withString(model).build(),
                "numa",
                new DeviceAttributeBuilder().withInt(numa).build()))
        .build();
  }

  private static ResourceSlice slice(long generation, long count, Device... devices) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName("slice-" + generation)
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNodeName("node-1")
        .withNewPool()
        .withName("node-1")
        .withGeneration(generation)
        .withResourceSliceCount(count)
        .endPool()
        .withDevices(devices)
        .endSpec()
        .build();
  }

  private static ResourceClaim claim(long count) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName("claim")
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("gpu")
        .withNewExactly()
        .withDeviceClassName("gpu")
        .withAllocationMode("ExactCount")
        .withCount(count)
        .endExactly()
        .endRequest()
        .addNewConstraint()
        .withMatchAttribute(DRIVER + "/numa")
        .endConstraint()
        .endDevices()
        .endSpec()
        .build();
  }

  private static AllocationResult results(DeviceRequestAllocationResult... results) {
    return new AllocationResultBuilder()
        .withNewDevices()
        .withResults(results)
        .endDevices()
        .withNodeSelector(
            new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues("node-1")
                .endMatchField()
                .endNodeSelectorTerm()
                .build())
        .build();
  }

  private static DeviceRequestAllocationResult result(String request, String device) {
    return new DeviceRequestAllocationResultBuilder()
        .withRequest(request)
        .withDriver(DRIVER)
        .withPool("node-1")
        .withDevice(device)
        .build();
  }

  private static List<Rule> broken(
      Auditor auditor, ResourceClaim claim, AllocationResult allocation) {
    ResourceClaim allocated =
        new ResourceClaimBuilder(claim)
            .withNewStatus()
            .withAllocation(allocation)
            .endStatus()
            .build();
    List<Rule> rules = new ArrayList<>();
    auditor.audit(List.of(allocated)).forEach(violation -> rules.add(violation.rule()));
    return rules;
  }

  private static Auditor auditor(ResourceSlice... slices) {
    return new Auditor(
        FEATURES,
        AllocatorVariant.INCUBATING,
        new CelExpressions(),
        List.of(slices),
        List.of(GPU),
        NODE);
  }

  private static final ResourceSlice SLICE =
      slice(
          1,
          1,
          device("a0", "a", 0),
          device("a1", "a", 1),
          device("a2", "a", 0),
          device("b0", "b", 0));

  @Test
  void what_the_allocator_finds_is_accepted() {
    Snapshot snapshot =
        Snapshot.builder(FEATURES).slices(List.of(SLICE)).deviceClasses(List.of(GPU)).build();
    Outcome outcome = Allocator.of(snapshot).allocate(NODE, List.of(claim(2)), Budget.UNLIMITED);
    assertThat(outcome).isInstanceOf(Outcome.Allocated.class);
    AllocationResult found = ((Outcome.Allocated) outcome).results().get(0);
    assertThat(broken(auditor(SLICE), claim(2), found)).isEmpty();
  }

  @Test
  void a_device_of_another_model_breaks_the_selector() {
    assertThat(broken(auditor(SLICE), claim(1), results(result("gpu", "b0"))))
        .containsExactly(Rule.SELECTOR);
  }

  @Test
  void one_device_instead_of_two_breaks_the_count() {
    assertThat(broken(auditor(SLICE), claim(2), results(result("gpu", "a0")))).contains(Rule.COUNT);
  }

  @Test
  void devices_of_two_numa_nodes_break_the_constraint() {
    assertThat(broken(auditor(SLICE), claim(2), results(result("gpu", "a0"), result("gpu", "a1"))))
        .containsExactly(Rule.CONSTRAINT);
  }

  @Test
  void a_device_twice_breaks_exclusive_use() {
    assertThat(broken(auditor(SLICE), claim(2), results(result("gpu", "a0"), result("gpu", "a0"))))
        .contains(Rule.EXCLUSIVE_USE);
  }

  @Test
  void a_device_in_use_breaks_exclusive_use() {
    Auditor auditor = auditor(SLICE).usingDevice(DRIVER, "node-1", "a0");
    assertThat(broken(auditor, claim(1), results(result("gpu", "a0"))))
        .containsExactly(Rule.EXCLUSIVE_USE);
  }

  @Test
  void an_unknown_request_is_named() {
    assertThat(broken(auditor(SLICE), claim(1), results(result("tpu", "a0"))))
        .contains(Rule.KNOWN_REQUEST);
  }

  @Test
  void a_device_of_an_old_generation_is_not_published() {
    Auditor auditor = auditor(SLICE, slice(2, 1, device("a9", "a", 0)));
    assertThat(broken(auditor, claim(1), results(result("gpu", "a0")))).contains(Rule.PUBLISHED);
  }

  @Test
  void a_device_of_an_incomplete_pool_is_not_published() {
    Auditor auditor = auditor(slice(1, 2, device("a0", "a", 0)));
    assertThat(broken(auditor, claim(1), results(result("gpu", "a0")))).contains(Rule.PUBLISHED);
  }

  @Test
  void a_local_device_without_a_node_selector_is_reported() {
    AllocationResult nowhere =
        new AllocationResultBuilder(results(result("gpu", "a0")))
            .withNodeSelector((NodeSelector) null)
            .build();
    assertThat(broken(auditor(SLICE), claim(1), nowhere)).containsExactly(Rule.NODE);
  }

  @Test
  void admin_access_that_was_not_asked_for_is_reported() {
    DeviceRequestAllocationResult admin =
        new DeviceRequestAllocationResultBuilder(result("gpu", "a0")).withAdminAccess(true).build();
    assertThat(broken(auditor(SLICE), claim(1), results(admin))).containsExactly(Rule.ADMIN_ACCESS);
  }

  @Test
  void a_share_of_a_device_that_is_not_shared_is_reported() {
    DeviceRequestAllocationResult share =
        new DeviceRequestAllocationResultBuilder(result("gpu", "a0")).withShareID("share").build();
    assertThat(broken(auditor(SLICE), claim(1), results(share)))
        .containsExactly(Rule.CAPACITY_AMOUNT);
  }
}
