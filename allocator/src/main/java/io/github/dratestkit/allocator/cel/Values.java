package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelOptions;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import java.util.Collection;
import java.util.Map;

/** Equality and membership of CEL values. */
final class Values {

  private static final RuntimeEquality EQUALITY =
      RuntimeEquality.create(RuntimeHelpers.create(), CelOptions.current().build());

  private Values() {}

  /** Says whether two values are equal, numbers of different types included. */
  static boolean equal(Object left, Object right) {
    return EQUALITY.objectEquals(left, right);
  }

  static boolean in(Object value, Collection<?> list) {
    return list.stream().anyMatch(element -> equal(element, value));
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
