package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.DeviceUse;
import io.github.dratestkit.allocator.inventory.NodeInventory;
import io.github.dratestkit.allocator.inventory.Pool;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The devices of a node in the order in which they are tried, and how each is in use. */
final class Candidates {

  private final NodeInventory inventory;
  private final DeviceUse[] uses;

  Candidates(NodeInventory inventory, AllocatedState state) {
    this.inventory = inventory;
    this.uses = new DeviceUse[inventory.size()];
    Arrays.fill(uses, DeviceUse.NONE);
    for (int pool = 0; pool < pools().size(); pool++) {
      Map<String, DeviceUse> ofPool = state.ofPool(pools().get(pool).id());
      if (!ofPool.isEmpty()) {
        for (int i = firstOfPool(pool); i < firstOfPool(pool + 1); i++) {
          uses[i] = ofPool.getOrDefault(device(i).id().device(), DeviceUse.NONE);
        }
      }
    }
  }

  List<Pool> pools() {
    return inventory.pools();
  }

  int size() {
    return inventory.size();
  }

  CompiledDevice device(int candidate) {
    return inventory.device(candidate);
  }

  /** Returns how the device is in use by earlier allocations. */
  DeviceUse use(int candidate) {
    return uses[candidate];
  }

  int poolOf(int candidate) {
    return inventory.poolOf(candidate);
  }

  /** Returns the number of the pool's first device; that of the pool after it is the end. */
  int firstOfPool(int pool) {
    return inventory.firstOfPool(pool);
  }
}
