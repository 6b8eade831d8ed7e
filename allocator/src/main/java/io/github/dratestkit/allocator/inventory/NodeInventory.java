package io.github.dratestkit.allocator.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pools that a node can reach, and the devices of the usable ones in the order in which they
 * are tried, numbered from 0. Immutable; one object serves every attempt until a slice changes.
 */
public final class NodeInventory {

  private final List<Pool> pools;
  private final CompiledDevice[] devices;
  private final int[] poolOf;

  /** For each pool the number of its first device, and one more entry for the end. */
  private final int[] firstOfPool;

  private final Remembered<Fingerprint> remembered = new Remembered<>();
  private volatile @Nullable Optional<Fingerprint> shape;

  /** Takes pools in the order to be tried in. */
  public NodeInventory(List<Pool> pools) {
    this.pools = List.copyOf(pools);
    this.firstOfPool = new int[pools.size() + 1];
    List<CompiledDevice> found = new ArrayList<>();
    for (int pool = 0; pool < pools.size(); pool++) {
      firstOfPool[pool] = found.size();
      if (pools.get(pool) instanceof Pool.Usable usable) {
        for (CompiledSlice slice : usable.slices()) {
          found.addAll(slice.devices());
        }
      }
    }
    firstOfPool[pools.size()] = found.size();
    this.devices = found.toArray(new CompiledDevice[0]);
    this.poolOf = new int[devices.length];
    for (int pool = 0; pool < pools.size(); pool++) {
      for (int device = firstOfPool[pool]; device < firstOfPool[pool + 1]; device++) {
        poolOf[device] = pool;
      }
    }
  }

  /** Returns what is remembered about a question, which is known by its identity. */
  public Fingerprint remembered(Object question, Supplier<Fingerprint> asked) {
    return remembered.get(question, asked);
  }

  /**
   * Returns the fingerprint of all that a search sees, but names, attributes and what is in use; or
   * null if it sees more than this inventory.
   */
  public @Nullable Fingerprint shape() {
    Optional<Fingerprint> known = shape;
    if (known == null) {
      known = Optional.ofNullable(Shape.of(this));
      shape = known;
    }
    return known.orElse(null);
  }

  public List<Pool> pools() {
    return pools;
  }

  /** Returns the number of devices. */
  public int size() {
    return devices.length;
  }

  public CompiledDevice device(int number) {
    return devices[number];
  }

  /** Returns the number of the device's pool. */
  public int poolOf(int device) {
    return poolOf[device];
  }

  /** Returns the number of the pool's first device; that of the pool after it is the end. */
  public int firstOfPool(int pool) {
    return firstOfPool[pool];
  }
}
