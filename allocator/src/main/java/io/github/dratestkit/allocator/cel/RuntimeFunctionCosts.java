package io.github.dratestkit.allocator.cel;

import dev.cel.common.values.CelByteString;
import java.util.Collection;
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
          Map.entry("validate", RuntimeFunctionCosts::validation),
          Map.entry("quantity", TRAVERSE),
          Map.entry("isQuantity", TRAVERSE),
          Map.entry("semver", TRAVERSE),
          Map.entry("isSemver", TRAVERSE));

  private static final Map<String, Price> BY_OVERLOAD =
      Map.ofEntries(
          Map.entry("cidr_ip", ONE),
          Map.entry("cidr_contains_ip_string", (a, result) -> range(a) + argument(a)),
          Map.entry("cidr_contains_ip_ip", (a, result) -> range(a)),
          Map.entry("cidr_contains_cidr_string", (a, result) -> range(a) + mask(a) + argument(a)),
          Map.entry("cidr_contains_cidr", (a, result) -> range(a) + mask(a)),
          Map.entry("list_sets_contains_list", (a, result) -> pairs(a, 1)),
          Map.entry("list_sets_intersects_list", (a, result) -> pairs(a, 1)),
          Map.entry("list_sets_equivalent_list", (a, result) -> pairs(a, 2)),
          Map.entry("list_slice", (a, result) -> allocation(Sizes.of(result))),
          Map.entry("list_flatten", (a, result) -> allocation(size(a, 0))),
          Map.entry("list_flatten_list_int", (a, result) -> allocation(levels(size(a, 0), a[1]))),
          Map.entry("lists_range", (a, result) -> allocation(Sizes.of(result))),
          Map.entry("list_reverse", (a, result) -> allocation(Sizes.of(result))),
          Map.entry("list_distinct", (a, result) -> selfComparison(a[0])),
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
    if (function.equals("_==_")) {
      return (arguments, result) -> Values.isOwn(arguments[0]) ? 1 : SMALLER.of(arguments, result);
    }
    Price byName = BY_NAME.get(function);
    if (byName != null) {
      return byName;
    }
    if (overload != null && overload.endsWith("_sort")) {
      return (arguments, result) -> selfComparison(arguments[0]);
    }
    if (overload != null && overload.endsWith("_sortByAssociatedKeys")) {
      return (arguments, result) -> selfComparison(arguments[1]);
    }
    return overload == null ? ONE : BY_OVERLOAD.getOrDefault(overload, ONE);
  }

  private static long range(Object[] arguments) {
    return Sizes.traversal(size(arguments, 0) * 2);
  }

  private static long mask(Object[] arguments) {
    return Sizes.traversal(size(arguments, 0)) + 1;
  }

  private static long argument(Object[] arguments) {
    return Sizes.traversal(size(arguments, 1));
  }

  private static long pairs(Object[] arguments, long price) {
    return 1 + size(arguments, 0) * size(arguments, 1) * price;
  }

  private static long allocation(long elements) {
    return elements + 1 + Sizes.LIST_CREATION;
  }

  private static long levels(long size, Object depth) {
    double times = depth instanceof Long number && number >= 0 ? number : 1;
    return (long) Math.min(size * times, Long.MAX_VALUE / 4);
  }

  private static long selfComparison(Object value) {
    if (!(value instanceof Collection<?> list) || list.isEmpty()) {
      return allocation(0);
    }
    Object first = list.iterator().next();
    double price =
        first instanceof String || first instanceof CelByteString ? 2 + Sizes.TRAVERSAL : 2;
    return allocation((long) ((double) list.size() * list.size() * price));
  }

  private static long validation(Object[] arguments, Object result) {
    if (!(arguments[0] instanceof NamedFormat format)) {
      return 1;
    }
    return Sizes.ceil((1.0 + size(arguments, 1)) * Sizes.TRAVERSAL)
        * Sizes.ceil(format.regexSize() * Sizes.REGEX);
  }

  private static long size(Object[] arguments, int index) {
    return Sizes.of(arguments[index]);
  }

  private static long standardSize(Object[] arguments, int index) {
    return Sizes.ofStandard(arguments[index]);
  }
}
