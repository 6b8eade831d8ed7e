package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A condition over all devices chosen for the requests that it names, in one claim. */
interface Constraint {

  /** Says whether the constraint looks at devices for this alternative. */
  boolean appliesTo(Alternative alternative);

  /** Returns the name of the attribute that is compared. */
  String attribute();

  /** Returns the value that would be compared, or null if the device could never be added. */
  @Nullable AttributeValue valueOf(Alternative alternative, CompiledDevice device);

  /** Says whether a device with this value is judged alike whichever devices came before it. */
  boolean isIndependentOfOrder(AttributeValue value);

  /** Returns the values that decide about further devices. */
  Collection<AttributeValue> remembered();

  /** Adds a device if the condition still holds with it; otherwise changes nothing. */
  boolean add(Alternative alternative, CompiledDevice device);

  /** Takes back the device that was added last. */
  void remove(Alternative alternative);
}
