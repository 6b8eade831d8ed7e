package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a search sees of a node's inventory whatever the claims ask for: everything but names and
 * attributes, which matter only through selectors and constraints, and what is in use.
 */
final class Shape {

  private Fingerprint shape = Fingerprint.START;

  private Shape() {}

  /**
   * Returns the fingerprint of the shape, or null if more than the inventory matters: the node
   * itself where devices select nodes one by one, other nodes where they share counters with this
   * one.
   */
  static @Nullable Fingerprint of(NodeInventory inventory) {
    Shape shape = new Shape();
    for (Pool pool : inventory.pools()) {
      if (!shape.add(pool)) {
        return null;
      }
    }
    return shape.shape;
  }

  private boolean add(Pool pool) {
    if (!(pool instanceof Pool.Usable usable)) {
      shape = shape.then(pool instanceof Pool.Invalid ? 1 : 2);
      return true;
    }
    shape = shape.then(3).then(usable.counterSets().size()).then(usable.slices().size());
    for (CounterSetModel set : usable.counterSets().values()) {
      add(set.name(), set.counters());
    }
    for (CompiledSlice slice : usable.slices()) {
      if (slice.selectsNodePerDevice()) {
        return false;
      }
      add(slice);
    }
    return usable.elsewhere().isEmpty();
  }

  private void add(CompiledSlice slice) {
    NodeSelection selection = slice.selection();
    shape = shape.then(selection.nodeName() == null ? 0 : 1);
    shape = shape.then(String.valueOf(selection.selector()));
    shape = shape.then(slice.skipNodeOperations().size()).then(slice.devices().size());
    slice.devices().forEach(this::add);
  }

  private void add(CompiledDevice device) {
    shape = shape.then(device.allowsMultipleAllocations() ? 1 : 0);
    shape = shape.then(device.hasBindingConditions() ? 1 : 0);
    shape = shape.then(device.bindsToNode() ? 1 : 0);
    shape = shape.then(device.capacities().size());
    device.capacities().forEach((name, model) -> shape = shape.then(name).then(model.toString()));
    shape = shape.then(device.counterUses().size());
    for (CounterUse use : device.counterUses()) {
      add(use.counterSet(), use.counters());
      new TreeSet<>(use.compatibilityGroups()).forEach(group -> shape = shape.then(group));
    }
    shape = shape.then(device.blockingTaints().size());
    for (DeviceTaint taint : device.blockingTaints()) {
      shape = shape.then(String.valueOf(taint.getKey())).then(String.valueOf(taint.getValue()));
      shape = shape.then(String.valueOf(taint.getEffect()));
    }
  }

  private void add(String counterSet, Map<String, ? extends Object> counters) {
    shape = shape.then(counterSet).then(counters.size());
    counters.forEach((name, amount) -> shape = shape.then(name).then(amount.toString()));
  }
}
