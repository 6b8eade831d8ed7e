package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.PoolGatherer;
import io.github.dratestkit.allocator.inventory.SliceIndex;
import io.github.dratestkit.allocator.search.DeviceExpressions;
import java.util.Collection;
import java.util.List;

/**
 * What no change of an explanation touches: the node, the rules in force, and all slices of the
 * cluster.
 */
record Ground(Node node, AllocatorRules rules, DeviceExpressions expressions, SliceIndex slices) {

  /** Returns the pools that slices of their own would be to the node. */
  List<Pool> poolsOf(Collection<ResourceSlice> published) {
    return new PoolGatherer(SliceIndex.of(published), rules).poolsFor(node);
  }
}
