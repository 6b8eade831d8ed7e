package io.github.dratestkit.allocator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTolerationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which devices a claim may have: those whose taints it tolerates, of the pools in force. */
class TaintsAndPoolsTest {

  private static final String DRIVER = "gpu.example.com";
  private static final Set<AllocatorFeature> ALL = EnumSet.allOf(AllocatorFeature.class);

  private static ResourceSlice slice(
      @Nullable String node, long generation, long count, Device... devices) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName("slice")
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNodeName(node)
        .withAllNodes(node == null ? true : null)
        .withNewPool()
        .withName("pool")
        .withGeneration(generation)
        .withResourceSliceCount(count)
        .endPool()
        .withDevices(devices)
        .endSpec()
        .build();
  }

  private static Device device(String name) {
    return new DeviceBuilder().withName(name).build();
  }

  private static ResourceClaim claim(
      String mode, List<DeviceToleration> tolerations, String... devices) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName("claim")
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("r")
        .withNewExactly()
        .withDeviceClassName("any")
        .withAllocationMode(mode)
        .withCount("All".equals(mode) ? null : (long) devices.length)
        .withTolerations(tolerations)
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .withNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .withResults(
            Stream.of(devices)
                .map(
                    name ->
                        new DeviceRequestAllocationResultBuilder()
                            .withRequest("r")
                            .withDriver(DRIVER)
                            .withPool("pool")
                            .withDevice(name)
                            .withTolerations(tolerations)
                            .build())
                .toList())
        .endDevices()
        .endAllocation()
        .endStatus()
        .build();
  }

  private static List<Rule> broken(
      Set<AllocatorFeature> features, ResourceClaim claim, ResourceSlice... slices) {
    return new Auditor(
            features,
            AllocatorVariant.INCUBATING,
            new CelExpressions(),
            List.of(slices),
            List.of(
                new DeviceClassBuilder().withNewMetadata().withName("any").endMetadata().build()),
            new NodeBuilder().withNewMetadata().withName("node-1").endMetadata().build())
        .audit(List.of(claim)).stream().map(Violation::rule).toList();
  }

  private static Device tainted(String effect, @Nullable String value) {
    return new DeviceBuilder()
        .withName("a")
        .addNewTaint()
        .withKey("broken")
        .withValue(value)
        .withEffect(effect)
        .endTaint()
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "broken, Exists, , , true",
    "broken, Exists, , NoSchedule, true",
    "broken, Exists, , NoExecute, false",
    "slow, Exists, , , false",
    ", Exists, , , true",
    "broken, Equal, yes, , true",
    "broken, , yes, , true",
    "broken, Equal, no, , false",
    "broken, Equal, , , false",
    "broken, Near, yes, , false",
    "'', Exists, , '', true"
  })
  void a_toleration_names_key_value_and_effect_of_a_taint(
      @Nullable String key,
      @Nullable String operator,
      @Nullable String value,
      @Nullable String effect,
      boolean tolerated) {
    DeviceToleration toleration =
        new DeviceTolerationBuilder()
            .withKey(key)
            .withOperator(operator)
            .withValue(value)
            .withEffect(effect)
            .build();
    assertThat(
            broken(
                ALL,
                claim("ExactCount", List.of(toleration), "a"),
                slice(null, 1, 1, tainted("NoSchedule", "yes"))))
        .isEqualTo(tolerated ? List.of() : List.of(Rule.TAINT));
  }

  @Test
  void a_taint_keeps_claims_away_only_with_an_effect_that_does_and_while_taints_are_on() {
    ResourceClaim claim = claim("ExactCount", List.of(), "a");
    assertThat(broken(ALL, claim, slice(null, 1, 1, tainted("NoExecute", null))))
        .containsExactly(Rule.TAINT);
    assertThat(broken(ALL, claim, slice(null, 1, 1, tainted("None", null)))).isEmpty();
    assertThat(
            broken(
                EnumSet.complementOf(EnumSet.of(AllocatorFeature.DeviceTaints)),
                claim,
                slice(null, 1, 1, tainted("NoExecute", null))))
        .isEmpty();
    DeviceToleration empty =
        new DeviceTolerationBuilder().withKey("broken").withOperator("Equal").build();
    assertThat(
            broken(
                ALL,
                claim("ExactCount", List.of(empty), "a"),
                slice(null, 1, 1, tainted("NoSchedule", null))))
        .as("no value is an empty value")
        .isEmpty();
  }

  @Test
  void a_result_repeats_the_tolerations_of_its_request() {
    ResourceClaim claim =
        new ResourceClaimBuilder(claim("ExactCount", List.of(), "a"))
            .editStatus()
            .editAllocation()
            .editDevices()
            .editFirstResult()
            .addNewToleration()
            .withKey("broken")
            .endToleration()
            .endResult()
            .endDevices()
            .endAllocation()
            .endStatus()
            .build();
    assertThat(broken(ALL, claim, slice(null, 1, 1, device("a"))))
        .containsExactly(Rule.COPIED_FIELD);
  }

  @Test
  void all_means_every_device_of_the_node_that_can_be_used() {
    ResourceSlice two = slice(null, 1, 1, device("a"), device("b"));
    assertThat(broken(ALL, claim("All", List.of(), "a", "b"), two)).isEmpty();
    assertThat(broken(ALL, claim("All", List.of(), "a"), two)).containsExactly(Rule.ALL_DEVICES);
    assertThat(broken(ALL, claim("All", List.of()), two)).containsExactly(Rule.COUNT);
    Device binding = new DeviceBuilder().withName("b").withBindingConditions("attached").build();
    ResourceSlice bound = slice(null, 1, 1, device("a"), binding);
    assertThat(broken(ALL, claim("All", List.of(), "a"), bound)).containsExactly(Rule.ALL_DEVICES);
    assertThat(
            broken(
                EnumSet.complementOf(EnumSet.of(AllocatorFeature.DeviceBindingAndStatus)),
                claim("All", List.of(), "a"),
                bound))
        .isEmpty();
  }

  @Test
  void the_newest_generation_of_a_whole_pool_is_in_force() {
    ResourceClaim a = claim("ExactCount", List.of(), "a");
    ResourceSlice old = slice(null, 1, 1, device("a"));
    assertThat(broken(ALL, a, old)).isEmpty();
    assertThat(broken(ALL, a, old, slice(null, 2, 1, device("b")))).contains(Rule.PUBLISHED);
    assertThat(broken(ALL, a, slice(null, 1, 2, device("a")))).contains(Rule.PUBLISHED);
    assertThat(broken(ALL, a, slice(null, 1, 2, device("a")), slice("node-2", 1, 2, device("b"))))
        .as("its other slice is on another node")
        .isEmpty();
    assertThat(
            broken(
                ALL,
                a,
                slice(null, 1, 2, device("a")),
                slice("node-2", 1, 2, device("b")),
                slice("node-2", 2, 1, device("b"))))
        .as("another node is ahead")
        .contains(Rule.PUBLISHED);
    assertThat(broken(ALL, a, slice("node-2", 1, 1, device("a")))).contains(Rule.PUBLISHED);
    assertThat(broken(ALL, a, slice(null, 1, 2, device("a")), slice("node-2", 2, 2, device("b"))))
        .contains(Rule.PUBLISHED);
  }
}
