package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.PoolId;
import io.github.dratestkit.allocator.search.Choices;
import io.github.dratestkit.allocator.search.Goal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Boxes of a torus: a device has its corner in the attributes {@code x}, {@code y} and {@code z} of
 * its driver and its edges in {@code topology}, as {@code 2x2x4}. Each face of a chip that does not
 * touch another chip of the same claim costs one; opposite sides of the torus touch.
 */
final class CompactBoxes implements Goal {

  private record Chip(PoolId pool, int x, int y, int z) {}

  private record Box(int[] corner, int[] edges) {}

  private final Map<PoolId, int[]> sizes = new HashMap<>();

  CompactBoxes(List<Pool> pools) {
    for (Pool pool : pools) {
      if (pool instanceof Pool.Usable usable) {
        for (CompiledSlice slice : usable.slices()) {
          for (CompiledDevice device : slice.devices()) {
            Box box = boxOf(device);
            if (box != null) {
              int[] size = sizes.computeIfAbsent(pool.id(), key -> new int[3]);
              for (int axis = 0; axis < size.length; axis++) {
                size[axis] = Math.max(size[axis], box.corner()[axis] + box.edges()[axis]);
              }
            }
          }
        }
      }
    }
  }

  private static @Nullable Box boxOf(CompiledDevice device) {
    int[] corner = {number(device, "x"), number(device, "y"), number(device, "z")};
    AttributeValue topology = device.attribute(device.id().driver() + "/topology");
    String[] parts = topology == null ? new String[0] : text(topology).split("x");
    if (parts.length != corner.length || corner[0] < 0 || corner[1] < 0 || corner[2] < 0) {
      return null;
    }
    int[] edges = new int[corner.length];
    for (int axis = 0; axis < edges.length; axis++) {
      edges[axis] = number(parts[axis]);
      if (edges[axis] < 1) {
        return null;
      }
    }
    return new Box(corner, edges);
  }

  private static int number(CompiledDevice device, String attribute) {
    AttributeValue value = device.attribute(device.id().driver() + "/" + attribute);
    return value == null ? -1 : number(text(value));
  }

  private static String text(AttributeValue value) {
    return value.scalar() ? value.values().iterator().next().toString() : "";
  }

  /** Returns the small number, or -1 if it is none. */
  private static int number(String text) {
    return text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : -1;
  }

  @Override
  public long together(Choices choices) {
    long faces = 0;
    for (List<CompiledDevice> ofClaim : choices.byClaim()) {
      Set<Chip> chips = new HashSet<>();
      ofClaim.forEach(device -> addChips(device, chips));
      for (Chip chip : chips) {
        faces += outerFaces(chip, chips);
      }
    }
    return faces;
  }

  private static void addChips(CompiledDevice device, Set<Chip> chips) {
    Box box = boxOf(device);
    if (box == null) {
      return;
    }
    for (int x = 0; x < box.edges()[0]; x++) {
      for (int y = 0; y < box.edges()[1]; y++) {
        for (int z = 0; z < box.edges()[2]; z++) {
          chips.add(
              new Chip(
                  device.id().poolId(),
                  box.corner()[0] + x,
                  box.corner()[1] + y,
                  box.corner()[2] + z));
        }
      }
    }
  }

  private int outerFaces(Chip chip, Set<Chip> chips) {
    int[] size = sizes.getOrDefault(chip.pool(), new int[] {1, 1, 1});
    int faces = 0;
    for (int step : new int[] {-1, 1}) {
      Chip[] neighbours = {
        new Chip(chip.pool(), Math.floorMod(chip.x() + step, size[0]), chip.y(), chip.z()),
        new Chip(chip.pool(), chip.x(), Math.floorMod(chip.y() + step, size[1]), chip.z()),
        new Chip(chip.pool(), chip.x(), chip.y(), Math.floorMod(chip.z() + step, size[2]))
      };
      for (Chip neighbour : neighbours) {
        faces += chips.contains(neighbour) ? 0 : 1;
      }
    }
    return faces;
  }

  @Override
  public long memory(Choices choices) {
    long memory = 0;
    for (List<CompiledDevice> ofClaim : choices.byClaim()) {
      memory =
          31 * memory + new HashSet<>(ofClaim.stream().map(CompiledDevice::id).toList()).hashCode();
    }
    return memory;
  }

  @Override
  public Object likeness(CompiledDevice device) {
    return boxOf(device) == null ? "" : device.id();
  }
}
