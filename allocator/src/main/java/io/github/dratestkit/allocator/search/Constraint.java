package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CompiledDevice;

/** A condition over all devices chosen for the requests that it names, in one claim. */
interface Constraint {

  /** Says whether the constraint looks at devices for this alternative. */
  boolean appliesTo(Alternative alternative);

  /** Returns the name of the attribute that is compared. */
  String attribute();

  /** Adds a device if the condition still holds with it; otherwise changes nothing. */
  boolean add(Alternative alternative, CompiledDevice device);

  /** Takes back the device that was added last. */
  void remove(Alternative alternative);
}
