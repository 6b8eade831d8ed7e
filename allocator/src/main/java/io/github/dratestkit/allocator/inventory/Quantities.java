package io.github.dratestkit.allocator.inventory;

import io.github.dratestkit.allocator.value.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The step from the model's quantities, which are text, to exact ones. */
public final class Quantities {

  private Quantities() {}

  /**
   * Returns the exact value; a missing one is zero, as upstream's zero value.
   *
   * @throws IllegalArgumentException if the text is no quantity
   */
  public static Quantity of(io.fabric8.kubernetes.api.model.@Nullable Quantity quantity) {
    if (quantity == null || quantity.getAmount() == null) {
      return Quantity.parse("0");
    }
    String format = quantity.getFormat();
    return Quantity.parse(format == null ? quantity.getAmount() : quantity.getAmount() + format);
  }

  /** Returns the exact values by name, in the order given. */
  public static Map<String, Quantity> of(
      @Nullable Map<String, io.fabric8.kubernetes.api.model.Quantity> quantities) {
    Map<String, Quantity> parsed = new LinkedHashMap<>();
    if (quantities != null) {
      quantities.forEach((name, quantity) -> parsed.put(name, of(quantity)));
    }
    return parsed;
  }

  /** Returns the model's form, in canonical notation as the API prints it. */
  public static io.fabric8.kubernetes.api.model.Quantity toModel(Quantity quantity) {
    return new io.fabric8.kubernetes.api.model.Quantity(quantity.toString());
  }
}
