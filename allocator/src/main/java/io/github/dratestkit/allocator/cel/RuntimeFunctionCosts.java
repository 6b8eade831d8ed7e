package io.github.dratestkit.allocator.cel;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What calls cost while they run. Kubernetes' own functions go by name ({@code
 * apiserver/pkg/cel/library/cost.go}), the standard ones by overload ({@code
 * cel-go/interpreter/runtimecost.go}), both as of 1.37.
 */
final class RuntimeFunctionCosts {

  /** The price of a call by its arguments, the receiver being the first, and its result. */
  @FunctionalInterface
  interface Price {
    long of(Object[] arguments, Object result);
  }

  private static final Price ONE = (arguments, result) -> 1;
  private static final Price TRAVERSE = (arguments, result) -> Sizes.traversal(size(arguments, 0));
  private static final Price TRAVERSE_DEEP =
      (arguments, result) -> Sizes.deepTraversal(arguments[0]);
  private static final Price TRAVERSE_TWICE =
      (arguments, result) -> Sizes.ceil(size(arguments, 0) * 2 * Sizes.TRAVERSAL);
  private static final Price REGEX =
      (arguments, result) ->
          Sizes.ceil((1.0 + size(arguments, 0)) * Sizes.TRAVERSAL)
              * Sizes.ceil(size(arguments, 1) * Sizes.REGEX);
  private static final Price SMALLER =
      (arguments, result) ->
          Sizes.traversal(Math.min(standardSize(arguments, 0), standardSize(arguments, 1)));
  private static final Price BOTH =
      (arguments, result) ->
          Sizes.traversal(standardSize(arguments, 0) + standardSize(arguments, 1));
  private static final Price SECOND =
      (arguments, result) -> Sizes.traversal(standardSize(arguments, 1));

  private static final Map<String, Price> BY_NAME =
      Map.ofEntries(
          Map.entry("isSorted", TRAVERSE_DEEP),
          Map.entry("sum", TRAVERSE_DEEP),
          Map.entry("max", TRAVERSE_DEEP),
          Map.entry("min", TRAVERSE_DEEP),
          Map.entry("indexOf", TRAVERSE_DEEP),
          Map.entry("lastIndexOf", TRAVERSE_DEEP),
          Map.entry("includes", TRAVERSE_DEEP),
          Map.entry("url", TRAVERSE),
          Map.entry("lowerAscii", TRAVERSE),
          Map.entry("upperAscii", TRAVERSE),
          Map.entry("substring", TRAVERSE),
          Map.entry("trim", TRAVERSE),
          Map.entry("replace", TRAVERSE_TWICE),
          Map.entry("split", TRAVERSE_TWICE),
          Map.entry(
              "join", (arguments, result) -> Sizes.ceil(Sizes.of(result) * 2 * Sizes.TRAVERSAL)),
          Map.entry("find", REGEX),
          Map.entry("findAll", REGEX),
          Map.entry("cidr", TRAVERSE),
          Map.entry("isIP", TRAVERSE),
          Map.entry("isCIDR", TRAVERSE),
          Map.entry("ip", TRAVERSE),
          Map.entry("ip.isCanonical", TRAVERSE_TWICE),
          Map.entry("quantity", TRAVERSE),
          Map.entry("isQuantity", TRAVERSE),
          Map.entry("semver", TRAVERSE),
          Map.entry("isSemver", TRAVERSE));

  private static final Map<String, Price> BY_OVERLOAD =
      Map.ofEntries(
          Map.entry("cidr_ip", ONE),
          Map.entry("starts_with_string", SECOND),
          Map.entry("ends_with_string", SECOND),
          Map.entry("string_to_bytes", TRAVERSE),
          Map.entry("bytes_to_string", TRAVERSE),
          Map.entry("strings_quote", TRAVERSE),
          Map.entry("string_format", TRAVERSE),
          Map.entry("in_list", (arguments, result) -> standardSize(arguments, 1)),
          Map.entry("less_string", SMALLER),
          Map.entry("greater_string", SMALLER),
          Map.entry("less_equals_string", SMALLER),
          Map.entry("greater_equals_string", SMALLER),
          Map.entry("less_bytes", SMALLER),
          Map.entry("greater_bytes", SMALLER),
          Map.entry("less_equals_bytes", SMALLER),
          Map.entry("greater_equals_bytes", SMALLER),
          Map.entry("equals", SMALLER),
          Map.entry("not_equals", SMALLER),
          Map.entry("add_string", BOTH),
          Map.entry("add_bytes", BOTH),
          Map.entry("matches", REGEX),
          Map.entry("matches_string", REGEX),
          Map.entry(
              "contains_string",
              (arguments, result) ->
                  Sizes.traversal(standardSize(arguments, 0))
                      * Sizes.traversal(standardSize(arguments, 1))));

  private RuntimeFunctionCosts() {}

  /** Returns the price of a call; the overload is null if the checker left several possible. */
  static Price of(String function, @Nullable String overload) {
    if (overload != null && overload.equals("cidr_ip")) {
      return ONE;
    }
    Price byName = BY_NAME.get(function);
    if (byName != null) {
      return byName;
    }
    return overload == null ? ONE : BY_OVERLOAD.getOrDefault(overload, ONE);
  }

  private static long size(Object[] arguments, int index) {
    return Sizes.of(arguments[index]);
  }

  private static long standardSize(Object[] arguments, int index) {
    return Sizes.ofStandard(arguments[index]);
  }
}
