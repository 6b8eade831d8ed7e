package io.github.dratestkit.allocator.cel;

import static io.github.dratestkit.allocator.cel.CelTypes.QUANTITY;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.SimpleType;
import io.github.dratestkit.allocator.value.MalformedQuantityException;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.QuantityFormat;
import java.util.List;

/** The quantity functions, since 1.28 ({@code apiserver/pkg/cel/library/quantity.go}). */
final class QuantityLibrary {

  private QuantityLibrary() {}

  static void addTo(Functions functions) {
    functions
        .global(
            "quantity",
            "string_to_quantity",
            QUANTITY,
            List.of(SimpleType.STRING),
            arguments -> parse((String) arguments[0]))
        .global(
            "isQuantity",
            "is_quantity_string",
            SimpleType.BOOL,
            List.of(SimpleType.STRING),
            arguments -> isQuantity((String) arguments[0]))
        // Upstream declares this one as a global function, unlike its documentation.
        .global(
            "sign",
            "quantity_sign",
            SimpleType.INT,
            List.of(QUANTITY),
            arguments -> (long) ((Quantity) arguments[0]).sign())
        .member(
            "asApproximateFloat",
            "quantity_get_float",
            SimpleType.DOUBLE,
            List.of(QUANTITY),
            arguments -> ((Quantity) arguments[0]).toApproximateDouble())
        .member(
            "asInteger",
            "quantity_get_int",
            SimpleType.INT,
            List.of(QUANTITY),
            arguments -> integer((Quantity) arguments[0]))
        .member(
            "isInteger",
            "quantity_is_integer",
            SimpleType.BOOL,
            List.of(QUANTITY),
            arguments -> ((Quantity) arguments[0]).isInteger());
    addComparisons(functions);
    addArithmetic(functions);
  }

  private static void addComparisons(Functions functions) {
    functions
        .member(
            "isGreaterThan",
            "quantity_is_greater_than",
            SimpleType.BOOL,
            List.of(QUANTITY, QUANTITY),
            arguments -> compare(arguments) > 0)
        .member(
            "isLessThan",
            "quantity_is_less_than",
            SimpleType.BOOL,
            List.of(QUANTITY, QUANTITY),
            arguments -> compare(arguments) < 0)
        .member(
            "compareTo",
            "quantity_compare_to",
            SimpleType.INT,
            List.of(QUANTITY, QUANTITY),
            arguments -> (long) compare(arguments));
  }

  private static void addArithmetic(Functions functions) {
    functions
        .member(
            "add",
            "quantity_add",
            QUANTITY,
            List.of(QUANTITY, QUANTITY),
            arguments -> ((Quantity) arguments[0]).add((Quantity) arguments[1]))
        .member(
            "add",
            "quantity_add_int",
            QUANTITY,
            List.of(QUANTITY, SimpleType.INT),
            arguments -> ((Quantity) arguments[0]).add(whole(arguments[1])))
        .member(
            "sub",
            "quantity_sub",
            QUANTITY,
            List.of(QUANTITY, QUANTITY),
            arguments -> ((Quantity) arguments[0]).subtract((Quantity) arguments[1]))
        .member(
            "sub",
            "quantity_sub_int",
            QUANTITY,
            List.of(QUANTITY, SimpleType.INT),
            arguments -> ((Quantity) arguments[0]).subtract(whole(arguments[1])));
  }

  private static Quantity parse(String text) {
    try {
      return Quantity.parse(text);
    } catch (MalformedQuantityException malformed) {
      throw new CelInvalidArgumentException(malformed);
    }
  }

  private static boolean isQuantity(String text) {
    try {
      Quantity.parse(text);
      return true;
    } catch (MalformedQuantityException malformed) {
      return false;
    }
  }

  private static long integer(Quantity quantity) {
    return quantity
        .asInt64()
        .orElseThrow(() -> new CelInvalidArgumentException("cannot convert value to integer"));
  }

  private static int compare(Object[] arguments) {
    return ((Quantity) arguments[0]).compareTo((Quantity) arguments[1]);
  }

  private static Quantity whole(Object number) {
    return Quantity.of((Long) number, QuantityFormat.DECIMAL_EXPONENT);
  }
}
