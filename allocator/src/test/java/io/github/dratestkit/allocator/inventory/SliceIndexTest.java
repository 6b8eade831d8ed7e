package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Slices by node and by pool, and how they follow a change. */
class SliceIndexTest {

  private static final String DRIVER = "gpu.example.com";
  private static final PoolId POOL_A = new PoolId(DRIVER, "a");
  private static final PoolId POOL_B = new PoolId(DRIVER, "b");

  private static ResourceSliceBuilder slice(String name, String node, String pool) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid("uid-" + name)
        .withResourceVersion("1")
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNodeName(node)
        .withNewPool()
        .withName(pool)
        .endPool()
        .endSpec();
  }

  private static final ResourceSlice ONE = slice("one", "node-1", "a").build();
  private static final ResourceSlice TWO = slice("two", "node-1", "a").build();
  private static final ResourceSlice THREE = slice("three", "node-2", "b").build();
  private static final ResourceSlice SHARED = slice("shared", null, "b").build();

  private static SliceIndex all() {
    return SliceIndex.of(List.of(TWO, SHARED, ONE, THREE));
  }

  private static List<String> names(List<CompiledSlice> slices) {
    return slices.stream().map(CompiledSlice::name).toList();
  }

  private static void assertAsListed(SliceIndex index) {
    assertThat(names(index.naming("node-1").slices())).containsExactly("two", "one");
    assertThat(names(index.naming("node-2").slices())).containsExactly("three");
    assertThat(index.naming("node-3").slices()).isEmpty();
    assertThat(index.naming("").slices()).as("no node has no name").isEmpty();
    assertThat(names(index.namingNone())).containsExactly("shared");
    assertThat(names(index.ofPool(POOL_A))).containsExactly("two", "one");
    assertThat(names(index.ofPool(POOL_B))).containsExactly("shared", "three");
    assertThat(index.ofPool(new PoolId(DRIVER, "c"))).isEmpty();
    assertThat(names(index.all())).containsExactly("two", "one", "shared", "three");
  }

  @Test
  void slices_keep_the_order_of_the_list_however_often_they_are_looked_for() {
    SliceIndex index = all();
    for (int look = 0; look < 3; look++) {
      assertAsListed(index);
    }
    assertAsListed(SliceIndex.of(List.of(TWO, SHARED, ONE, THREE), all()));
  }

  @Test
  void a_cluster_without_shared_slices_has_none_after_many_looks_either() {
    SliceIndex index = SliceIndex.of(List.of(ONE, TWO));
    for (int look = 0; look < 5; look++) {
      assertThat(index.naming("node-1").slices()).hasSize(2);
      assertThat(index.namingNone()).isEmpty();
    }
  }

  @Test
  void what_is_listed_again_unchanged_stays_compiled() {
    SliceIndex before = SliceIndex.of(List.of(ONE));
    CompiledSlice known = before.ofPool(POOL_A).get(0);
    ResourceSlice copy = new ResourceSliceBuilder(ONE).build();
    assertThat(SliceIndex.of(List.of(ONE), before).ofPool(POOL_A).get(0)).isSameAs(known);
    assertThat(SliceIndex.of(List.of(copy), before).ofPool(POOL_A).get(0)).isSameAs(known);
    List<ResourceSlice> others =
        List.of(
            new ResourceSliceBuilder(ONE).editMetadata().withUid("new").endMetadata().build(),
            new ResourceSliceBuilder(ONE).editMetadata().withUid(null).endMetadata().build(),
            new ResourceSliceBuilder(ONE)
                .editMetadata()
                .withResourceVersion("2")
                .endMetadata()
                .build(),
            new ResourceSliceBuilder(ONE).editSpec().withNodeName("node-9").endSpec().build());
    for (ResourceSlice other : others) {
      CompiledSlice fresh = SliceIndex.of(List.of(other), before).ofPool(POOL_A).get(0);
      assertThat(fresh).isNotSameAs(known);
      assertThat(fresh.source()).isSameAs(other);
    }
  }

  @Test
  void slices_without_a_version_are_never_taken_for_the_same() {
    ResourceSlice drawn =
        new ResourceSliceBuilder(ONE)
            .editMetadata()
            .withResourceVersion(null)
            .endMetadata()
            .build();
    ResourceSlice nameless =
        new ResourceSliceBuilder(ONE).editMetadata().withUid(null).endMetadata().build();
    for (ResourceSlice one : List.of(drawn, nameless)) {
      assertThat(new CompiledSlice(one).isOf(new ResourceSliceBuilder(one).build())).isFalse();
      assertThat(new CompiledSlice(one).isOf(one)).isTrue();
    }
  }

  @Test
  void a_new_version_takes_the_place_of_the_old_one() {
    ResourceSlice newer =
        new ResourceSliceBuilder(TWO)
            .editMetadata()
            .withResourceVersion("2")
            .endMetadata()
            .editSpec()
            .editPool()
            .withGeneration(7L)
            .endPool()
            .endSpec()
            .build();
    SliceIndex before = all();
    SliceIndex after = before.with(newer, TWO);
    assertThat(names(after.ofPool(POOL_A))).containsExactly("two", "one");
    assertThat(after.ofPool(POOL_A).get(0).generation()).isEqualTo(7);
    assertThat(after.naming("node-1").slices().get(0).generation()).isEqualTo(7);
    assertThat(before.ofPool(POOL_A).get(0).generation()).as("the index before").isZero();
    assertThat(before.with(new ResourceSliceBuilder(TWO).build(), TWO)).isSameAs(before);
  }

  @Test
  void a_slice_that_moves_to_another_node_or_pool_leaves_the_old_one() {
    ResourceSlice otherNode =
        new ResourceSliceBuilder(TWO)
            .editMetadata()
            .withResourceVersion("2")
            .endMetadata()
            .editSpec()
            .withNodeName("node-2")
            .endSpec()
            .build();
    SliceIndex moved = all().with(otherNode, TWO);
    assertThat(names(moved.naming("node-1").slices())).containsExactly("one");
    assertThat(names(moved.naming("node-2").slices())).containsExactly("three", "two");
    assertThat(names(moved.ofPool(POOL_A))).containsExactly("one", "two");
    SliceIndex otherPool = all().with(slice("two", "node-1", "b").build(), TWO);
    assertThat(names(otherPool.ofPool(POOL_A))).containsExactly("one");
    assertThat(names(otherPool.ofPool(POOL_B))).containsExactly("shared", "three", "two");
    assertThat(names(otherPool.naming("node-1").slices())).containsExactly("one", "two");
  }

  @Test
  void slices_come_and_go() {
    SliceIndex one = SliceIndex.of(List.of(ONE));
    assertThat(names(one.with(TWO, null).all())).containsExactly("one", "two");
    assertThat(names(one.with(TWO, THREE).all())).as("nobody knew it").hasSize(2);
    assertThat(one.without(THREE)).isSameAs(one);
    SliceIndex none = one.without(ONE);
    assertThat(none.all()).isEmpty();
    assertThat(none.naming("node-1").slices()).isEmpty();
  }

  @Test
  void pools_with_counters_are_known() {
    ResourceSlice counters =
        slice("counters", null, "b")
            .editSpec()
            .addNewSharedCounter()
            .withName("gpu")
            .withCounters(
                Map.of("slots", new CounterBuilder().withValue(new Quantity("7")).build()))
            .endSharedCounter()
            .endSpec()
            .build();
    SliceIndex index = SliceIndex.of(List.of(ONE, THREE, counters));
    assertThat(index.poolsWithCounters()).containsExactly(POOL_B);
    assertThat(all().poolsWithCounters()).isEmpty();
  }

  @Test
  void a_node_looks_again_at_what_it_remembers_when_its_pool_changes_elsewhere() {
    ResourceSlice first = slice("first", "node-1", "a").build();
    ResourceSlice second = slice("second", "node-2", "a").build();
    SliceIndex index = SliceIndex.of(List.of(first, THREE)).with(second, null);
    NodeSlices here = index.naming("node-1");
    NodeSlices apart = index.with(slice("other", "node-2", "b").build(), null).naming("node-1");
    assertThat(apart).as("a slice of another pool").isSameAs(here);
    assertThat(index.without(second).naming("node-1")).isNotSameAs(here);
  }
}
