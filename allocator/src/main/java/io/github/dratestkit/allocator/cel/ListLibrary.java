package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelNumericOverflowException;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/** Kubernetes' own list functions ({@code apiserver/pkg/cel/library/lists.go}). */
final class ListLibrary {

  /** The types of which values have an order, in upstream's order of overloads. */
  static final Map<String, CelType> COMPARABLE = comparable();

  private ListLibrary() {}

  private static Map<String, CelType> comparable() {
    Map<String, CelType> types = new LinkedHashMap<>();
    types.put("int", SimpleType.INT);
    types.put("uint", SimpleType.UINT);
    types.put("double", SimpleType.DOUBLE);
    types.put("bool", SimpleType.BOOL);
    types.put("duration", SimpleType.DURATION);
    types.put("timestamp", SimpleType.TIMESTAMP);
    types.put("string", SimpleType.STRING);
    types.put("bytes", SimpleType.BYTES);
    return types;
  }

  static void addTo(Functions functions) {
    COMPARABLE.forEach(
        (name, type) -> {
          List<CelType> list = List.of(ListType.create(type));
          functions
              .member(
                  "isSorted",
                  "list_" + name + "_is_sorted_bool",
                  SimpleType.BOOL,
                  list,
                  a -> isSorted((Collection<?>) a[0]))
              .member(
                  "max",
                  "list_" + name + "_max_" + name,
                  type,
                  list,
                  a -> extreme("max", (Collection<?>) a[0], -1))
              .member(
                  "min",
                  "list_" + name + "_min_" + name,
                  type,
                  list,
                  a -> extreme("min", (Collection<?>) a[0], 1));
        });
    addSums(functions);
    addIndices(functions);
  }

  private static void addSums(Functions functions) {
    addSum(functions, "int", SimpleType.INT, 0L, ListLibrary::plus);
    addSum(functions, "uint", SimpleType.UINT, UnsignedLong.ZERO, ListLibrary::plus);
    addSum(functions, "double", SimpleType.DOUBLE, 0.0, ListLibrary::plus);
    addSum(functions, "duration", SimpleType.DURATION, Duration.ZERO, ListLibrary::plus);
  }

  private static void addSum(
      Functions functions, String name, CelType type, Object zero, BinaryOperator<Object> plus) {
    functions.member(
        "sum",
        "list_" + name + "_sum_" + name,
        type,
        List.of(ListType.create(type)),
        a -> sum((Collection<?>) a[0], zero, plus));
  }

  private static Object sum(Collection<?> list, Object zero, BinaryOperator<Object> plus) {
    Object sum = zero;
    for (Object element : list) {
      sum = plus.apply(sum, element);
    }
    return sum;
  }

  private static Object plus(Object left, Object right) {
    try {
      if (left instanceof Long a && right instanceof Long b) {
        return Math.addExact(a, b);
      }
      if (left instanceof Double a && right instanceof Double b) {
        return a + b;
      }
      if (left instanceof Duration a && right instanceof Duration b) {
        return a.plus(b);
      }
    } catch (ArithmeticException overflow) {
      throw new CelNumericOverflowException(overflow);
    }
    if (left instanceof UnsignedLong a && right instanceof UnsignedLong b) {
      UnsignedLong sum = a.plus(b);
      if (sum.compareTo(a) < 0) {
        throw new CelNumericOverflowException("unsigned integer overflow");
      }
      return sum;
    }
    throw new CelOverloadNotFoundException("sum");
  }

  private static void addIndices(Functions functions) {
    CelType element = TypeParamType.create("A");
    List<CelType> parameters = List.of(ListType.create(element), element);
    functions
        .member(
            "indexOf",
            "list_a_index_of_int",
            SimpleType.INT,
            parameters,
            a -> indexOf((Collection<?>) a[0], a[1]))
        .member(
            "lastIndexOf",
            "list_a_last_index_of_int",
            SimpleType.INT,
            parameters,
            a -> lastIndexOf((Collection<?>) a[0], a[1]));
  }

  private static void requireOrder(Object element) {
    if (!Values.hasOrder(element)) {
      throw new CelOverloadNotFoundException("_<_");
    }
  }

  private static boolean isSorted(Collection<?> list) {
    Object previous = null;
    for (Object element : list) {
      requireOrder(element);
      if (previous != null && Values.compareLeniently(previous, element) > 0) {
        return false;
      }
      previous = element;
    }
    return true;
  }

  private static Object extreme(String function, Collection<?> list, int replaceAt) {
    Object best = null;
    for (Object element : list) {
      requireOrder(element);
      if (best == null || Integer.signum(Values.compareLeniently(best, element)) == replaceAt) {
        best = element;
      }
    }
    if (best == null) {
      throw new CelInvalidArgumentException(function + " called on empty list");
    }
    return best;
  }

  private static long indexOf(Collection<?> list, Object value) {
    long index = 0;
    for (Object element : list) {
      if (Values.equal(element, value)) {
        return index;
      }
      index++;
    }
    return -1;
  }

  private static long lastIndexOf(Collection<?> list, Object value) {
    List<Object> elements = new ArrayList<>(list);
    for (int i = elements.size() - 1; i >= 0; i--) {
      if (Values.equal(elements.get(i), value)) {
        return i;
      }
    }
    return -1;
  }
}
