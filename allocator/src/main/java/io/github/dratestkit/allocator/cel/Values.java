package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelOptions;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.common.internal.ComparisonFunctions;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Equality and membership of CEL values. */
final class Values {

  private static final RuntimeEquality EQUALITY =
      RuntimeEquality.create(RuntimeHelpers.create(), CelOptions.current().build());

  private Values() {}

  /** Says whether two values are equal, numbers of different types included. */
  static boolean equal(Object left, Object right) {
    if (left instanceof TypeType first && right instanceof TypeType second) {
      return first.containingTypeName().equals(second.containingTypeName());
    }
    return EQUALITY.objectEquals(left, right);
  }

  /**
   * Says whether two values are equal.
   *
   * @throws CelOverloadNotFoundException if the left one is of a type of Kubernetes and the right
   *     one is not of the same
   */
  static boolean equalOrFail(Object left, Object right) {
    if (isOwn(left) && !(right instanceof NullValue) && left.getClass() != right.getClass()) {
      throw new CelOverloadNotFoundException("_==_");
    }
    return equal(left, right);
  }

  /** Says whether the value is of a type that Kubernetes adds to CEL. */
  static boolean isOwn(Object value) {
    return value instanceof Quantity
        || value instanceof SemanticVersion
        || value instanceof Url
        || value instanceof NamedFormat
        || value instanceof Address
        || value instanceof AddressRange;
  }

  /**
   * Orders two values as the operator {@code <} does.
   *
   * @throws CelOverloadNotFoundException if they have no order
   */
  @SuppressWarnings("unchecked")
  static int compare(Object left, Object right) {
    if (isNaN(left) || isNaN(right)) {
      throw new CelInvalidArgumentException("NaN values cannot be ordered");
    }
    if (left instanceof Double a && right instanceof Double b) {
      // Negative zero is no less than zero.
      return a < b ? -1 : a > b ? 1 : 0;
    }
    if (left instanceof Number a && right instanceof Number b) {
      return ComparisonFunctions.numericCompare(a, b);
    }
    if (left instanceof CelByteString a && right instanceof CelByteString b) {
      return Arrays.compareUnsigned(a.toByteArray(), b.toByteArray());
    }
    boolean ordered =
        left instanceof String
            || left instanceof Boolean
            || left instanceof Duration
            || left instanceof Instant;
    if (ordered && left instanceof Comparable<?> a && left.getClass() == right.getClass()) {
      return ((Comparable<Object>) a).compareTo(right);
    }
    throw new CelOverloadNotFoundException("_<_");
  }

  private static boolean isNaN(Object value) {
    return value instanceof Double number && Double.isNaN(number);
  }

  /** Says whether values of this kind have an order. */
  static boolean hasOrder(Object value) {
    return value instanceof Number
        || value instanceof CelByteString
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Duration
        || value instanceof Instant;
  }

  /** Orders two values, and takes those without an order between them for equal. */
  static int compareLeniently(Object left, Object right) {
    try {
      return compare(left, right);
    } catch (CelInvalidArgumentException | CelOverloadNotFoundException unordered) {
      return 0;
    }
  }

  static boolean in(Object value, Collection<?> list) {
    return list.stream().anyMatch(element -> equal(element, value));
  }

  /** Returns the value of a key, which may be a number of another type. */
  static Optional<Object> find(Map<?, ?> map, Object key) {
    if (key instanceof String) {
      return Optional.ofNullable(map.get(key));
    }
    return EQUALITY.findInMap(map, key);
  }

  static boolean in(Object key, Map<?, ?> map) {
    if (map instanceof DeviceMap deviceMap) {
      return deviceMap.hasKey(key);
    }
    return key instanceof Number && !(key instanceof UnsignedLong)
        ? EQUALITY.findInMap(map, key).isPresent()
        : map.containsKey(key) || EQUALITY.findInMap(map, key).isPresent();
  }
}
