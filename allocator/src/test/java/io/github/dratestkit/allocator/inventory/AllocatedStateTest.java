package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is in use, and what stays the same when something else changes. */
class AllocatedStateTest {

  private static final String DRIVER = "gpu.example.com";
  private static final DeviceId GPU_0 = new DeviceId(DRIVER, "pool", "gpu-0");
  private static final DeviceId GPU_1 = new DeviceId(DRIVER, "pool", "gpu-1");

  private static DeviceRequestAllocationResultBuilder result(String device) {
    return new DeviceRequestAllocationResultBuilder()
        .withRequest("gpu")
        .withDriver(DRIVER)
        .withPool("pool")
        .withDevice(device);
  }

  private static ResourceClaim claim(DeviceRequestAllocationResult... results) {
    return new ResourceClaimBuilder()
        .withNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .withResults(results)
        .endDevices()
        .endAllocation()
        .endStatus()
        .build();
  }

  private static AllocatedState stateOf(boolean shares, ResourceClaim... claims) {
    AllocatedState.Builder builder = AllocatedState.EMPTY.toBuilder();
    builder.claims(List.of(claims), shares);
    return builder.build();
  }

  private static AllocatedState with(AllocatedState before, DeviceId... devices) {
    AllocatedState.Builder builder = before.toBuilder();
    List.of(devices).forEach(builder::device);
    return builder.build();
  }

  @Test
  void a_claim_takes_its_devices_as_a_whole() {
    AllocatedState state =
        stateOf(
            true,
            new ResourceClaim(),
            new ResourceClaimBuilder().withNewStatus().endStatus().build(),
            claim(result("gpu-0").build()));
    assertThat(state.of(GPU_0)).isEqualTo(DeviceUse.NONE.asExclusive());
    assertThat(state.of(GPU_1)).isEqualTo(DeviceUse.NONE);
    assertThat(state.ofPool(new PoolId(DRIVER, "pool"))).containsOnlyKeys("gpu-0");
    assertThat(state.ofPool(new PoolId(DRIVER, "other"))).isEmpty();
  }

  @Test
  void administrative_access_takes_nothing() {
    ResourceClaim admin = claim(result("gpu-0").withAdminAccess(true).build());
    assertThat(stateOf(true, admin).of(GPU_0).isAllocated()).isFalse();
  }

  @Test
  void a_share_takes_its_amounts_where_shares_are_understood_and_everything_elsewhere() {
    DeviceRequestAllocationResult share =
        result("gpu-0")
            .withShareID("a")
            .withConsumedCapacity(Map.of("memory", new Quantity("2Gi")))
            .build();
    ResourceClaim other =
        claim(
            result("gpu-0")
                .withShareID("b")
                .withConsumedCapacity(Map.of("memory", new Quantity("1Gi")))
                .build(),
            result("gpu-1").withShareID("c").withConsumedCapacity(Map.of()).build());
    AllocatedState understood = stateOf(true, claim(share), other);
    DeviceUse shared = understood.of(GPU_0);
    assertThat(shared.exclusive()).isFalse();
    assertThat(shared.shares()).containsExactlyInAnyOrder("a", "b");
    assertThat(shared.consumed("memory"))
        .isEqualByComparingTo(io.github.dratestkit.allocator.value.Quantity.parse("3Gi"));
    assertThat(shared.sortedConsumption()).containsOnlyKeys("memory");
    assertThat(understood.of(GPU_1).isShared()).isTrue();
    assertThat(understood.of(GPU_1).consumed()).as("no amount was recorded").isNull();
    AllocatedState not = stateOf(false, claim(share));
    assertThat(not.of(GPU_0)).isEqualTo(DeviceUse.NONE.asExclusive());
  }

  @Test
  void a_device_is_released_by_itself_or_with_its_pool() {
    AllocatedState both = with(AllocatedState.EMPTY, GPU_0, GPU_1);
    AllocatedState one = both.without(List.of(GPU_0));
    assertThat(one.of(GPU_0).isAllocated()).isFalse();
    assertThat(one.of(GPU_1).isAllocated()).isTrue();
    assertThat(both.of(GPU_0).isAllocated()).as("the state before").isTrue();
    PoolId pool = new PoolId(DRIVER, "pool");
    assertThat(both.withPool(pool, AllocatedState.EMPTY).ofPool(pool)).isEmpty();
    assertThat(AllocatedState.EMPTY.withPool(pool, both).ofPool(pool)).hasSize(2);
  }

  @Test
  void a_change_in_one_pool_leaves_what_is_known_of_a_thousand_others() {
    List<PoolId> pools =
        IntStream.range(0, 1000).mapToObj(i -> new PoolId(DRIVER, "pool-" + i)).toList();
    DeviceId[] devices =
        pools.stream()
            .map(pool -> new DeviceId(pool.driver(), pool.pool(), "gpu"))
            .toArray(DeviceId[]::new);
    AllocatedState before = with(AllocatedState.EMPTY, devices);
    AllocatedState after = before.without(List.of(devices[7]));
    for (PoolId pool : pools) {
      assertThat(after.sharesWith(before, pool))
          .as(pool.pool())
          .isEqualTo(!pool.equals(pools.get(7)));
    }
    AllocatedState again = with(AllocatedState.EMPTY, devices);
    assertThat(again.sharesWith(before, pools.get(0))).as("made a second time").isFalse();
    assertThat(again.ofPool(pools.get(0))).isEqualTo(before.ofPool(pools.get(0)));
  }

  private static CompiledSlice slice(String name, String... devices) {
    return new CompiledSlice(
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withDriver(DRIVER)
            .withNewPool()
            .withName("pool")
            .endPool()
            .withDevices(
                List.of(devices).stream()
                    .map(device -> new DeviceBuilder().withName(device).build())
                    .toList())
            .endSpec()
            .build());
  }

  @Test
  void used_devices_of_pools_come_in_the_order_of_slices_here_and_elsewhere() {
    AllocatedState state =
        with(
            AllocatedState.EMPTY,
            GPU_0,
            GPU_1,
            new DeviceId(DRIVER, "pool", "far"),
            new DeviceId(DRIVER, "pool", "unpublished"),
            new DeviceId(DRIVER, "incomplete", "gpu-0"));
    Pool.Usable usable =
        new Pool.Usable(
            new PoolId(DRIVER, "pool"),
            List.of(slice("b", "gpu-1", "free"), slice("a", "gpu-0")),
            List.of(slice("c", "far")),
            Map.of());
    List<Pool> pools =
        List.of(
            new Pool.Incomplete(new PoolId(DRIVER, "incomplete"), 1, 1, 2),
            usable,
            new Pool.Usable(
                new PoolId(DRIVER, "unused"), List.of(slice("d", "gpu-0")), List.of(), Map.of()));
    assertThat(state.devicesOf(pools))
        .extracting(DeviceId::device)
        .containsExactly("gpu-1", "gpu-0", "far");
  }
}
