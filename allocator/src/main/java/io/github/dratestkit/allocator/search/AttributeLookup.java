package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.DeviceId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the attribute that a constraint compares: a derived one of the request shadows a published
 * one. Derived attributes are computed only here, so one that no constraint asks for never fails.
 */
final class AttributeLookup {

  private record Key(DeviceId device, String expression) {}

  private final DeviceExpressions expressions;
  private final Map<Key, AttributeValue> derived = new HashMap<>();

  AttributeLookup(DeviceExpressions expressions) {
    this.expressions = expressions;
  }

  @Nullable AttributeValue find(Alternative alternative, CompiledDevice device, String attribute) {
    String expression = alternative.derivedAttributes().get(attribute);
    if (expression == null) {
      return device.attribute(attribute);
    }
    Key key = new Key(device.id(), expression);
    AttributeValue known = derived.get(key);
    if (known == null) {
      known = derive(attribute, expression, device);
      derived.put(key, known);
    }
    return known;
  }

  private AttributeValue derive(String attribute, String expression, CompiledDevice device) {
    DeviceExpressions.Derivation derivation;
    try {
      derivation = expressions.derivation(expression);
    } catch (DeviceExpressions.Failure e) {
      throw new FatalProblem("derived attribute " + attribute + " does not compile: " + e.text());
    }
    try {
      return derivation.derive(device);
    } catch (DeviceExpressions.Failure e) {
      throw new FatalProblem(
          "derived attribute " + attribute + " failed on device " + device.id() + ": " + e.text());
    }
  }
}
