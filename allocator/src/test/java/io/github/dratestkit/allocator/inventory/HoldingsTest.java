package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HoldingsTest {

  private static final PoolId POOL_A = new PoolId("gpu.example.com", "a");

  private static ResourceClaim claim(String name, String... pools) {
    ResourceClaimStatus status = new ResourceClaimStatus();
    AllocationResultBuilder allocation =
        new AllocationResultBuilder().withNewDevices().endDevices();
    for (String pool : pools) {
      allocation
          .editDevices()
          .addToResults(
              new DeviceRequestAllocationResultBuilder()
                  .withRequest("r")
                  .withDriver("gpu.example.com")
                  .withPool(pool)
                  .withDevice("gpu-0")
                  .build())
          .endDevices();
    }
    status.setAllocation(allocation.build());
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withStatus(status)
        .build();
  }

  private static List<String> holders(Holdings holdings, String pool) {
    return holdings.holdersOf(Set.of(new DeviceId("gpu.example.com", pool, "gpu-0"))).stream()
        .map(claim -> claim.getMetadata().getName())
        .toList();
  }

  @Test
  void the_newest_word_on_a_pool_counts() {
    Holdings holdings =
        Holdings.NONE
            .with(List.of(claim("old", "a"), claim("other", "b")))
            .withPool(POOL_A, List.of(claim("new", "a")));
    assertThat(holders(holdings, "a")).containsExactly("new");
    assertThat(holders(holdings, "b")).containsExactly("other");
  }

  @Test
  void a_claim_over_two_pools_is_gone_when_both_say_so() {
    Holdings released =
        Holdings.NONE
            .with(List.of(claim("both", "a", "b")))
            .withPool(POOL_A, List.of())
            .withPool(new PoolId("gpu.example.com", "b"), List.of());
    assertThat(holders(released, "b")).isEmpty();
  }

  @Test
  void many_changes_are_remembered_like_few() {
    Holdings holdings = Holdings.NONE.with(List.of(claim("other", "b")));
    for (int i = 0; i < 2_000; i++) {
      holdings = holdings.withPool(POOL_A, List.of(claim("claim-" + i, "a")));
    }
    assertThat(holders(holdings, "a")).containsExactly("claim-1999");
    assertThat(holders(holdings, "b")).containsExactly("other");
  }

  @Test
  void use_that_nobody_accounts_for_ends_with_the_pool() {
    AllocatedState.Builder use = AllocatedState.EMPTY.toBuilder();
    use.device(new DeviceId("gpu.example.com", "a", "gpu-0"));
    Holdings holdings = Holdings.ofUnknown(use.build()).withPool(POOL_A, List.of());
    assertThat(holdings.anonymous().of(new DeviceId("gpu.example.com", "a", "gpu-0")).isAllocated())
        .isFalse();
  }
}
