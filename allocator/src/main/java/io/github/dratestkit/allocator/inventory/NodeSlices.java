package io.github.dratestkit.allocator.inventory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slices that name one node, and what a node reaches that reaches nothing else. A change to one
 * of them, or to their pools, makes a new object; whether there are slices that name no node is for
 * the one who asks to look at first.
 */
final class NodeSlices {

  private record Known(AllocatorRules rules, NodeInventory inventory) {}

  private final List<CompiledSlice> slices;
  private volatile @Nullable Known known;

  NodeSlices(List<CompiledSlice> slices) {
    this.slices = slices;
  }

  List<CompiledSlice> slices() {
    return slices;
  }

  NodeSlices with(CompiledSlice added) {
    List<CompiledSlice> more = new ArrayList<>(slices);
    more.add(added);
    return new NodeSlices(more);
  }

  NodeSlices without(CompiledSlice removed) {
    List<CompiledSlice> less = new ArrayList<>(slices);
    less.remove(removed);
    return new NodeSlices(less);
  }

  NodeSlices replacing(CompiledSlice old, CompiledSlice added) {
    List<CompiledSlice> changed = new ArrayList<>(slices);
    changed.set(changed.indexOf(old), added);
    return new NodeSlices(changed);
  }

  /** Returns the same slices with nothing remembered. */
  NodeSlices forgetting() {
    return new NodeSlices(slices);
  }

  @Nullable NodeInventory inventory(AllocatorRules rules) {
    Known current = known;
    return current != null && current.rules() == rules ? current.inventory() : null;
  }

  void remember(AllocatorRules rules, NodeInventory inventory) {
    known = new Known(rules, inventory);
  }
}
