package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.allocator.value.Quantity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Amounts of resources, which are whole thousandths (SetDefaults_ResourceList, core/v1, 1.37). */
public final class Amounts {

  private static final int DIGITS = 3;

  private Amounts() {}

  /** Rounds each amount up; does nothing if there are none. */
  public static void roundUp(JsonNode amounts) {
    if (amounts instanceof ObjectNode object) {
      for (var amount : object.properties()) {
        Quantity quantity = Quantity.parse(amount.getValue().asString("0"));
        if (quantity.toBigDecimal().stripTrailingZeros().scale() > DIGITS) {
          Quantity rounded = Quantity.ofThousandths(quantity.milliValue(), quantity.format());
          object.put(amount.getKey(), rounded.toString());
        }
      }
    }
  }
}
