package io.github.dratestkit.allocator.cel;

import dev.cel.common.values.CelByteString;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Sizes of values and the prices that depend on them, in upstream's cost units. */
final class Sizes {

  /** Cost of looking at one character. */
  static final double TRAVERSAL = 0.1;

  /** Cost of one character of a regular expression. */
  static final double REGEX = 0.25;

  static final long LIST_CREATION = 10;
  static final long MAP_CREATION = 30;
  static final long STRUCT_CREATION = 40;

  private Sizes() {}

  /** Returns the size as CEL's own {@code size()} has it, and 1 for what has none. */
  static long of(Object value) {
    if (value instanceof String text) {
      return text.codePointCount(0, text.length());
    }
    if (value instanceof Collection<?> list) {
      return list.size();
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    if (value instanceof CelByteString bytes) {
      return bytes.size();
    }
    if (value instanceof Sized sized) {
      return sized.size();
    }
    return 1;
  }

  /** Returns the size, looking into optional values as CEL's standard functions do. */
  static long ofStandard(Object value) {
    return value instanceof Optional<?> optional && optional.isPresent()
        ? ofStandard(optional.get())
        : of(value);
  }

  static long ceil(double cost) {
    return (long) Math.ceil(cost);
  }

  /** Returns the price of looking at {@code size} characters. */
  static long traversal(long size) {
    return ceil(size * TRAVERSAL);
  }

  /** Returns the price of visiting a value with everything in it. */
  static long deepTraversal(Object value) {
    if (value instanceof String text) {
      return (long) (utf8Length(text) * TRAVERSAL);
    }
    if (value instanceof CelByteString bytes) {
      return (long) (bytes.size() * TRAVERSAL);
    }
    if (value instanceof Collection<?> list) {
      return list.stream().mapToLong(Sizes::deepTraversal).sum();
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .mapToLong(entry -> deepTraversal(entry.getKey()) + deepTraversal(entry.getValue()))
          .sum();
    }
    return 1;
  }

  private static long utf8Length(String text) {
    return text.codePoints().mapToLong(Sizes::utf8Length).sum();
  }

  private static long utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  /** A value of Kubernetes' own types that has a size, such as an address. */
  interface Sized {
    long size();
  }
}
