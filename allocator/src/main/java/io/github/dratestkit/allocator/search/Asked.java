package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.Map;

/** The capacity that a request asks for. */
public record Asked(Map<String, Quantity> requests) {

  /** Returns the amount, which is zero if none is asked for. */
  public BigDecimal amount(String capacity) {
    Quantity amount = requests.get(capacity);
    return amount == null ? BigDecimal.ZERO : amount.toBigDecimal();
  }
}
