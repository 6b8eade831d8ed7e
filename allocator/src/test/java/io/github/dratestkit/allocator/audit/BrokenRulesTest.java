package io.github.dratestkit.allocator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraintBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each way in which an allocation of a network-attached pool can break a rule. */
class BrokenRulesTest {

  private static final String DRIVER = "gpu.example.com";
  private static final Node NODE =
      new NodeBuilder().withNewMetadata().withName("node-1").endMetadata().build();
  private static final DeviceClass ANY =
      new DeviceClassBuilder().withNewMetadata().withName("any").endMetadata().build();
  private static final Set<AllocatorFeature> ALL = EnumSet.allOf(AllocatorFeature.class);

  private static ResourceSliceBuilder slice(String name, long count, Device... devices) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withAllNodes(true)
        .withNewPool()
        .withName("pool")
        .withGeneration(1L)
        .withResourceSliceCount(count)
        .endPool()
        .withDevices(devices)
        .endSpec();
  }

  private static Map<String, Counter> slots(String amount) {
    return Map.of("slots", new CounterBuilder().withValue(new Quantity(amount)).build());
  }

  private static ResourceSlice counters(String set, String amount) {
    return slice("counters", 2)
        .editSpec()
        .addNewSharedCounter()
        .withName(set)
        .withCounters(slots(amount))
        .endSharedCounter()
        .endSpec()
        .build();
  }

  private static DeviceBuilder device(String name) {
    return new DeviceBuilder().withName(name);
  }

  private static Device partition(String name, String amount, String... groups) {
    return device(name)
        .addNewConsumesCounter()
        .withCounterSet("gpu")
        .withCounters(slots(amount))
        .withCompatibilityGroups(groups)
        .endConsumesCounter()
        .build();
  }

  private static Device shareable(String name) {
    return device(name)
        .withAllowMultipleAllocations(true)
        .withCapacity(
            Map.of("memory", new DeviceCapacityBuilder().withValue(new Quantity("10Gi")).build()))
        .build();
  }

  private static DeviceRequest request(String name, long count) {
    return new DeviceRequestBuilder()
        .withName(name)
        .withNewExactly()
        .withDeviceClassName("any")
        .withAllocationMode("ExactCount")
        .withCount(count)
        .endExactly()
        .build();
  }

  private static DeviceRequestAllocationResultBuilder result(String device) {
    return new DeviceRequestAllocationResultBuilder()
        .withRequest("r")
        .withDriver(DRIVER)
        .withPool("pool")
        .withDevice(device);
  }

  private static DeviceRequestAllocationResult share(String device, String id, String amount) {
    return result(device)
        .withShareID(id)
        .withConsumedCapacity(Map.of("memory", new Quantity(amount)))
        .build();
  }

  private static ResourceClaimBuilder claim(
      List<DeviceRequest> requests, DeviceRequestAllocationResult... results) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName("claim")
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .withRequests(requests)
        .endDevices()
        .endSpec()
        .withNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .withResults(results)
        .endDevices()
        .endAllocation()
        .endStatus();
  }

  private static ResourceClaim gets(String... devices) {
    return claim(
            List.of(request("r", devices.length)),
            Arrays.stream(devices)
                .map(device -> result(device).build())
                .toArray(DeviceRequestAllocationResult[]::new))
        .build();
  }

  private static Auditor auditor(Set<AllocatorFeature> features, ResourceSlice... slices) {
    return new Auditor(
        features,
        AllocatorVariant.EXPERIMENTAL,
        new CelExpressions(),
        List.of(slices),
        List.of(ANY),
        NODE);
  }

  private static Auditor auditor(ResourceSlice... slices) {
    return auditor(ALL, slices);
  }

  private static Set<AllocatorFeature> without(AllocatorFeature feature) {
    return EnumSet.complementOf(EnumSet.of(feature));
  }

  private static List<Rule> broken(Auditor auditor, ResourceClaim... claims) {
    return auditor.audit(List.of(claims)).stream().map(Violation::rule).toList();
  }

  @Test
  void a_violation_tells_the_rule_the_claim_the_device_and_the_reason() {
    Auditor auditor =
        auditor(slice("s", 1, device("a").build()).build()).usingDevice(DRIVER, "pool", "a");
    List<Violation> violations = auditor.audit(List.of(gets("a")));
    assertThat(violations).hasSize(1);
    assertThat(violations.get(0).toString())
        .contains("EXCLUSIVE_USE", "default/claim", "pool", "a", "in use");
  }

  @Test
  void what_earlier_claims_hold_is_in_use_unless_it_is_held_for_administration() {
    ResourceSlice slice = slice("s", 1, device("a").build(), shareable("nic")).build();
    assertThat(broken(auditor(slice).using(List.of(new ResourceClaim())), gets("a"))).isEmpty();
    assertThat(broken(auditor(slice).using(List.of(gets("a"))), gets("a")))
        .containsExactly(Rule.EXCLUSIVE_USE);
    ResourceClaim admin =
        claim(List.of(request("r", 1)), result("a").withAdminAccess(true).build()).build();
    assertThat(broken(auditor(slice).using(List.of(admin)), gets("a"))).isEmpty();
  }

  @Test
  void two_claims_do_not_get_one_device() {
    ResourceSlice slice = slice("s", 1, device("a").build(), device("b").build()).build();
    assertThat(broken(auditor(slice), gets("a"), gets("b"))).isEmpty();
    assertThat(broken(auditor(slice), gets("a"), gets("a"))).containsExactly(Rule.EXCLUSIVE_USE);
  }

  private static ResourceClaim sharing(String... amounts) {
    return claim(
            IntStream.range(0, amounts.length).mapToObj(i -> asking("r" + i, amounts[i])).toList(),
            IntStream.range(0, amounts.length)
                .mapToObj(
                    i ->
                        new DeviceRequestAllocationResultBuilder(
                                share("nic", "share-" + i, amounts[i]))
                            .withRequest("r" + i)
                            .build())
                .toArray(DeviceRequestAllocationResult[]::new))
        .build();
  }

  private static DeviceRequest asking(String name, String amount) {
    return new DeviceRequestBuilder(request(name, 1))
        .editExactly()
        .withNewCapacity()
        .withRequests(Map.of("memory", new Quantity(amount)))
        .endCapacity()
        .endExactly()
        .build();
  }

  @Test
  void shares_take_no_more_than_there_is_together_with_earlier_ones() {
    ResourceSlice slice = slice("s", 1, shareable("nic")).build();
    assertThat(broken(auditor(slice), sharing("4Gi", "6Gi"))).isEmpty();
    assertThat(broken(auditor(slice), sharing("5Gi", "6Gi"))).containsExactly(Rule.CAPACITY_TOTAL);
    assertThat(broken(auditor(slice), sharing("4Gi"), sharing("7Gi")))
        .containsExactly(Rule.CAPACITY_TOTAL);
    assertThat(broken(auditor(slice).using(List.of(sharing("5Gi"))), sharing("5Gi"))).isEmpty();
    assertThat(broken(auditor(slice).using(List.of(sharing("5Gi"))), sharing("6Gi")))
        .containsExactly(Rule.CAPACITY_TOTAL);
    assertThat(broken(auditor(slice), sharing("11Gi"))).contains(Rule.CAPACITY_AMOUNT);
  }

  @Test
  void a_share_records_the_amount_of_every_capacity() {
    ResourceSlice slice = slice("s", 1, shareable("nic")).build();
    ResourceClaim nothing =
        claim(List.of(asking("r", "4Gi")), result("nic").withShareID("x").build()).build();
    assertThat(broken(auditor(slice), nothing)).containsExactly(Rule.CAPACITY_AMOUNT);
    ResourceClaim wrong = claim(List.of(asking("r", "4Gi")), share("nic", "x", "5Gi")).build();
    assertThat(broken(auditor(slice), wrong)).containsExactly(Rule.CAPACITY_AMOUNT);
    ResourceClaim unknown =
        claim(
                List.of(
                    new DeviceRequestBuilder(request("r", 1))
                        .editExactly()
                        .withNewCapacity()
                        .withRequests(Map.of("speed", new Quantity("1")))
                        .endCapacity()
                        .endExactly()
                        .build()),
                share("nic", "x", "10Gi"))
            .build();
    assertThat(broken(auditor(slice), unknown)).containsExactly(Rule.CAPACITY_AMOUNT);
    assertThat(broken(auditor(slice), gets("nic"))).contains(Rule.CAPACITY_AMOUNT);
    Set<AllocatorFeature> off = without(AllocatorFeature.ConsumableCapacity);
    assertThat(broken(auditor(off, slice), gets("nic"))).isEmpty();
    assertThat(broken(auditor(off, slice), sharing("4Gi"))).containsExactly(Rule.CAPACITY_AMOUNT);
    assertThat(broken(auditor(off, slice), gets("nic"), gets("nic")))
        .containsExactly(Rule.EXCLUSIVE_USE);
  }

  @Test
  void partitions_draw_no_more_than_their_counters_have() {
    ResourceSlice slice =
        slice("s", 2, partition("a", "4"), partition("b", "3"), partition("c", "1")).build();
    ResourceSlice seven = counters("gpu", "7");
    assertThat(broken(auditor(slice, seven), gets("a", "b"))).isEmpty();
    assertThat(broken(auditor(slice, seven), gets("a", "b", "c"))).containsExactly(Rule.COUNTER);
    assertThat(broken(auditor(slice, seven).using(List.of(gets("a"))), gets("b"))).isEmpty();
    assertThat(broken(auditor(slice, seven).using(List.of(gets("a", "c"))), gets("b")))
        .containsExactly(Rule.COUNTER);
    assertThat(broken(auditor(slice, counters("other", "7")), gets("a")))
        .as("an unknown counter set")
        .containsExactly(Rule.COUNTER);
  }

  @Test
  void partitions_of_one_set_have_a_compatibility_group_in_common() {
    ResourceSlice slice =
        slice(
                "s",
                2,
                partition("mig", "1", "mig"),
                partition("mps", "1", "mps"),
                partition("either", "1", "mps", "mig"),
                partition("none", "1"),
                partition("plain", "1"))
            .build();
    ResourceSlice set = counters("gpu", "7");
    assertThat(broken(auditor(slice, set), gets("mig", "either"))).isEmpty();
    assertThat(broken(auditor(slice, set), gets("none", "plain"))).isEmpty();
    assertThat(broken(auditor(slice, set), gets("mig", "mps")))
        .containsExactly(Rule.COMPATIBILITY_GROUP);
    assertThat(broken(auditor(slice, set), gets("mig", "either", "mps")))
        .containsExactly(Rule.COMPATIBILITY_GROUP);
    assertThat(broken(auditor(slice, set), gets("mig", "none")))
        .containsExactly(Rule.COMPATIBILITY_GROUP);
    assertThat(broken(auditor(slice, set).using(List.of(gets("mig"))), gets("mps")))
        .containsExactly(Rule.COMPATIBILITY_GROUP);
    assertThat(broken(auditor(slice, set).using(List.of(gets("mig", "mps"))), gets("either")))
        .as("they did not agree before")
        .isEmpty();
  }

  @Test
  void a_slice_with_fields_of_a_feature_that_is_off_is_not_published() {
    ResourceSlice slice = slice("s", 2, partition("a", "1", "mig")).build();
    ResourceSlice set = counters("gpu", "7");
    assertThat(
            broken(auditor(without(AllocatorFeature.CompatibilityGroups), slice, set), gets("a")))
        .contains(Rule.PUBLISHED);
    assertThat(
            broken(
                auditor(
                    without(AllocatorFeature.PartitionableDevices),
                    slice("s", 1, partition("a", "1")).build()),
                gets("a")))
        .contains(Rule.FEATURE);
  }

  @Test
  void binding_conditions_need_their_feature_and_are_copied() {
    ResourceSlice slice =
        slice("s", 1, device("a").withBindingConditions("attached").build()).build();
    assertThat(broken(auditor(slice), gets("a"))).containsExactly(Rule.COPIED_FIELD);
    ResourceClaim copied =
        claim(List.of(request("r", 1)), result("a").withBindingConditions("attached").build())
            .build();
    assertThat(broken(auditor(slice), copied)).isEmpty();
    assertThat(broken(auditor(without(AllocatorFeature.DeviceBindingAndStatus), slice), gets("a")))
        .containsExactly(Rule.FEATURE);
  }

  @Test
  void a_node_that_does_not_skip_operations_gets_no_device_that_needs_it() {
    ResourceSlice slice =
        slice("s", 1, device("a").build())
            .editSpec()
            .withSkipNodeOperations("NodePrepareResources")
            .endSpec()
            .build();
    assertThat(broken(auditor(slice), gets("a"))).contains(Rule.FEATURE);
  }

  @Test
  void a_device_that_only_another_node_reaches_is_reported() {
    ResourceSlice slice =
        slice(
                "s",
                1,
                device("here").withNodeName("node-1").build(),
                device("there").withNodeName("node-2").build())
            .editSpec()
            .withAllNodes(null)
            .withPerDeviceNodeSelection(true)
            .endSpec()
            .build();
    assertThat(auditor(slice).audit(List.of(gets("there"))))
        .extracting(Violation::message)
        .contains("the node cannot reach the device");
  }

  @Test
  void a_device_that_is_published_twice_cannot_be_allocated() {
    ResourceSlice slice = slice("s", 1, device("a").build(), device("a").build()).build();
    assertThat(broken(auditor(slice), gets("a"))).contains(Rule.PUBLISHED);
  }

  @Test
  void a_claim_has_at_most_32_devices() {
    String[] names = IntStream.range(0, 33).mapToObj(i -> "d" + i).toArray(String[]::new);
    ResourceSlice slice =
        slice("s", 1, Arrays.stream(names).map(name -> device(name).build()).toArray(Device[]::new))
            .build();
    assertThat(broken(auditor(slice), gets(Arrays.copyOf(names, 32)))).isEmpty();
    assertThat(broken(auditor(slice), gets(names))).containsExactly(Rule.MOST_RESULTS);
  }

  private static DeviceSubRequest alternative(String name, String wanted, long count) {
    return new DeviceSubRequestBuilder()
        .withName(name)
        .withDeviceClassName("any")
        .withAllocationMode("ExactCount")
        .withCount(count)
        .addNewSelector()
        .withNewCel()
        .withExpression("device.attributes[\"" + DRIVER + "\"].model == \"" + wanted + "\"")
        .endCel()
        .endSelector()
        .build();
  }

  private static DeviceRequest firstOf(DeviceSubRequest... alternatives) {
    return new DeviceRequestBuilder().withName("r").withFirstAvailable(alternatives).build();
  }

  private static Device model(String name, String model) {
    return device(name)
        .withAttributes(Map.of("model", new DeviceAttributeBuilder().withString(model).build()))
        .build();
  }

  @Test
  void one_alternative_is_served_and_no_second_one() {
    ResourceSlice slice =
        slice("s", 1, model("a", "big"), model("b", "small"), model("c", "small")).build();
    List<DeviceRequest> requests =
        List.of(firstOf(alternative("one", "big", 1), alternative("two", "small", 2)));
    DeviceRequestAllocationResult a = result("a").withRequest("r/one").build();
    DeviceRequestAllocationResult b = result("b").withRequest("r/two").build();
    DeviceRequestAllocationResult c = result("c").withRequest("r/two").build();
    assertThat(broken(auditor(slice), claim(requests, a).build())).isEmpty();
    assertThat(broken(auditor(slice), claim(requests, b, c).build())).isEmpty();
    assertThat(broken(auditor(slice), claim(requests, b).build())).containsExactly(Rule.COUNT);
    assertThat(broken(auditor(slice), claim(requests, a, b).build())).containsExactly(Rule.COUNT);
  }

  @Test
  void of_alternatives_with_one_name_the_one_that_suits_the_device_is_meant() {
    ResourceSlice slice = slice("s", 1, model("b", "small"), model("x", "other")).build();
    List<DeviceRequest> requests =
        List.of(firstOf(alternative("one", "big", 2), alternative("one", "small", 1)));
    DeviceRequestAllocationResult b = result("b").withRequest("r/one").build();
    DeviceRequestAllocationResult x = result("x").withRequest("r/one").build();
    assertThat(broken(auditor(slice), claim(requests, b).build())).isEmpty();
    assertThat(broken(auditor(slice), claim(requests, x).build())).containsExactly(Rule.SELECTOR);
    List<DeviceRequest> twice = List.of(request("r", 2), request("r", 1));
    assertThat(broken(auditor(slice), claim(twice, result("b").build()).build()))
        .as("nobody can tell how many the request gets")
        .isEmpty();
  }

  private static List<Rule> constrained(DeviceConstraint constraint, Device... devices) {
    String[] names = Arrays.stream(devices).map(Device::getName).toArray(String[]::new);
    ResourceClaim claim =
        new ResourceClaimBuilder(gets(names))
            .editSpec()
            .editDevices()
            .withConstraints(constraint)
            .endDevices()
            .endSpec()
            .build();
    return broken(auditor(slice("s", 1, devices).build()), claim);
  }

  private static Device ports(String name, String... ports) {
    return device(name)
        .withAttributes(
            Map.of("port", new DeviceAttributeBuilder().withStrings(List.of(ports)).build()))
        .build();
  }

  @Test
  void constraints_compare_lists_element_by_element() {
    DeviceConstraint match =
        new DeviceConstraintBuilder().withMatchAttribute(DRIVER + "/port").build();
    DeviceConstraint distinct =
        new DeviceConstraintBuilder().withDistinctAttribute(DRIVER + "/port").build();
    Device ab = ports("ab", "a", "b");
    Device bc = ports("bc", "b", "c");
    Device cd = ports("cd", "c", "d");
    assertThat(constrained(match, ab, bc)).isEmpty();
    assertThat(constrained(match, ab, bc, cd)).containsExactly(Rule.CONSTRAINT);
    assertThat(constrained(distinct, ab, cd)).isEmpty();
    assertThat(constrained(distinct, ab, bc)).containsExactly(Rule.CONSTRAINT);
    assertThat(constrained(match, ab, device("none").build())).containsExactly(Rule.CONSTRAINT);
    assertThat(constrained(new DeviceConstraint(), ab)).containsExactly(Rule.CONSTRAINT);
  }
}
