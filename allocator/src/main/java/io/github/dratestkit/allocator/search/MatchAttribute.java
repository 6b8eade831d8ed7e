package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All devices have a common value of one attribute. With list attributes the values are sets and
 * their running intersection must not become empty; without them a list equals nothing, though the
 * first device is taken whatever it has.
 */
final class MatchAttribute implements Constraint {

  private final String attribute;
  private final List<String> requests;
  private final AttributeLookup lookup;
  private final boolean lists;
  private final Deque<AttributeValue> common = new ArrayDeque<>();

  MatchAttribute(String attribute, List<String> requests, AttributeLookup lookup, boolean lists) {
    this.attribute = attribute;
    this.requests = requests;
    this.lookup = lookup;
    this.lists = lists;
  }

  @Override
  public boolean appliesTo(Alternative alternative) {
    return requests.isEmpty() || alternative.isNamedIn(requests);
  }

  @Override
  public String attribute() {
    return attribute;
  }

  @Override
  public @Nullable AttributeValue valueOf(Alternative alternative, CompiledDevice device) {
    AttributeValue value = lookup.find(alternative, device, attribute);
    return value == null ? null : first(value);
  }

  /** Without list attributes a list is taken only if it is alone. */
  @Override
  public boolean isIndependentOfOrder(AttributeValue value) {
    return lists || value.scalar();
  }

  @Override
  public boolean add(Alternative alternative, CompiledDevice device) {
    if (!appliesTo(alternative)) {
      return true;
    }
    AttributeValue value = lookup.find(alternative, device, attribute);
    if (value == null) {
      return false;
    }
    AttributeValue next = common.isEmpty() ? first(value) : narrow(common.element(), value);
    if (next == null) {
      return false;
    }
    common.push(next);
    return true;
  }

  private @Nullable AttributeValue first(AttributeValue value) {
    return lists && value.type() == AttributeValue.Type.UNKNOWN ? null : value;
  }

  private @Nullable AttributeValue narrow(AttributeValue current, AttributeValue value) {
    return lists || (current.scalar() && value.scalar()) ? current.intersect(value) : null;
  }

  @Override
  public void remove(Alternative alternative) {
    if (appliesTo(alternative)) {
      common.pop();
    }
  }

  @Override
  public Collection<AttributeValue> remembered() {
    return common.isEmpty() ? List.of() : List.of(common.element());
  }
}
