package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.NodeSelector;

/** From which nodes the devices of a pool can be reached. */
public sealed interface Placement {

  /** The node that owns the pool, and no other. */
  Placement OWNING_NODE = new OwningNode();

  /** Every node. */
  Placement EVERY_NODE = new EveryNode();

  /** Each device says it for itself; feature gate DRAPartitionableDevices. */
  Placement PER_DEVICE = new PerDevice();

  /** See {@link #OWNING_NODE}. */
  record OwningNode() implements Placement {}

  /** See {@link #EVERY_NODE}. */
  record EveryNode() implements Placement {}

  /** See {@link #PER_DEVICE}. */
  record PerDevice() implements Placement {}

  /** The nodes that a selector of one term matches. */
  record Selected(NodeSelector selector) implements Placement {}
}
