package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * No two devices share a value of one attribute. Values of different types are distinct. Without
 * list attributes a list is refused unless it comes first.
 */
final class DistinctAttribute implements Constraint {

  private final String attribute;
  private final List<String> requests;
  private final AttributeLookup lookup;
  private final boolean lists;
  private final Deque<AttributeValue> taken = new ArrayDeque<>();

  DistinctAttribute(
      String attribute, List<String> requests, AttributeLookup lookup, boolean lists) {
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
    return value == null || (lists && value.type() == AttributeValue.Type.UNKNOWN) ? null : value;
  }

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
    if (value == null || !isDistinct(value)) {
      return false;
    }
    taken.push(value);
    return true;
  }

  private boolean isDistinct(AttributeValue value) {
    if (lists && value.type() == AttributeValue.Type.UNKNOWN) {
      return false;
    }
    for (AttributeValue other : taken) {
      if (!lists && !value.scalar()) {
        return false;
      }
      boolean comparable = lists || other.scalar();
      if (comparable && value.intersect(other) != null) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void remove(Alternative alternative) {
    if (appliesTo(alternative)) {
      taken.pop();
    }
  }

  @Override
  public Collection<AttributeValue> remembered() {
    return taken;
  }
}
