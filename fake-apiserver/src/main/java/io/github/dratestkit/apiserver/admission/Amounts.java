package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.QuantityFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Amounts by the names of what they are of, in the order of names. */
final class Amounts {

  static final Quantity ONE = Quantity.of(1, QuantityFormat.DECIMAL_SI);

  private Amounts() {}

  /** Reads a list of resources. */
  static Map<String, Quantity> of(JsonNode resources) {
    Map<String, Quantity> amounts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : resources.properties()) {
      amounts.put(entry.getKey(), Quantity.parse(entry.getValue().asString("0")));
    }
    return amounts;
  }

  static void add(Map<String, Quantity> sums, Map<String, Quantity> added) {
    added.forEach((name, amount) -> sums.merge(name, amount, Quantity::add));
  }

  static void raise(Map<String, Quantity> least, Map<String, Quantity> amounts) {
    amounts.forEach(
        (name, amount) ->
            least.merge(name, amount, (one, other) -> one.compareTo(other) < 0 ? other : one));
  }

  /** Returns what is left of one after another is taken away; nothing is less than none. */
  static Map<String, Quantity> beyond(Map<String, Quantity> amounts, Map<String, Quantity> taken) {
    Map<String, Quantity> rest = new TreeMap<>();
    amounts.forEach(
        (name, amount) -> {
          Quantity left =
              amount.subtract(taken.getOrDefault(name, Quantity.of(0, amount.format())));
          rest.put(name, left.sign() < 0 ? Quantity.of(0, left.format()) : left);
        });
    return rest;
  }

  static Map<String, Quantity> only(Map<String, Quantity> amounts, Set<String> names) {
    Map<String, Quantity> some = new TreeMap<>(amounts);
    some.keySet().retainAll(names);
    return some;
  }

  /** Returns them as refusals show them. */
  static String text(Map<String, Quantity> amounts) {
    return amounts.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
