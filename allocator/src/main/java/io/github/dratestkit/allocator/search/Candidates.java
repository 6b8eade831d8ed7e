package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.DeviceUse;
import io.github.dratestkit.allocator.inventory.Pool;
import java.util.ArrayList;
import java.util.List;

/**
 * The devices of all usable pools of a node in the order in which they are tried, numbered from 0.
 */
final class Candidates {

  private final List<Pool> pools;
  private final CompiledDevice[] devices;
  private final DeviceUse[] uses;
  private final int[] poolOf;

  /** For each pool the number of its first device, and one more entry for the end. */
  private final int[] firstOfPool;

  Candidates(List<Pool> pools, AllocatedState state) {
    this.pools = pools;
    List<CompiledDevice> found = new ArrayList<>();
    this.firstOfPool = new int[pools.size() + 1];
    for (int i = 0; i < pools.size(); i++) {
      firstOfPool[i] = found.size();
      if (pools.get(i) instanceof Pool.Usable usable) {
        for (CompiledSlice slice : usable.slices()) {
          found.addAll(slice.devices());
        }
      }
    }
    firstOfPool[pools.size()] = found.size();
    this.devices = found.toArray(new CompiledDevice[0]);
    this.uses = new DeviceUse[devices.length];
    this.poolOf = new int[devices.length];
    for (int pool = 0; pool < pools.size(); pool++) {
      for (int i = firstOfPool[pool]; i < firstOfPool[pool + 1]; i++) {
        poolOf[i] = pool;
        uses[i] = state.of(devices[i].id());
      }
    }
  }

  List<Pool> pools() {
    return pools;
  }

  int size() {
    return devices.length;
  }

  CompiledDevice device(int candidate) {
    return devices[candidate];
  }

  /** Returns how the device is in use by earlier allocations. */
  DeviceUse use(int candidate) {
    return uses[candidate];
  }

  int poolOf(int candidate) {
    return poolOf[candidate];
  }

  /** Returns the number of the pool's first device; that of the pool after it is the end. */
  int firstOfPool(int pool) {
    return firstOfPool[pool];
  }
}
