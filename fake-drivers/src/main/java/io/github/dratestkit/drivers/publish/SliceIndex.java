package io.github.dratestkit.drivers.publish;

import java.util.OptionalInt;

/**
 * The position of a slice in its pool, which stands in front of its name as a hexadecimal number,
 * so that slices sort by it.
 */
final class SliceIndex {

  private static final int SHORTEST = 5;

  private final int length;

  /** For pools of {@code slices} slices. */
  SliceIndex(int slices) {
    length = Math.max(SHORTEST, Integer.toHexString(Math.max(slices - 1, 0)).length());
  }

  String prefix(int index) {
    String digits = Integer.toHexString(index);
    return "0".repeat(length - digits.length()) + digits;
  }

  /** Returns the position that a name tells, or none if it tells no position of this length. */
  OptionalInt of(String name) {
    if (name.indexOf('-') != length) {
      return OptionalInt.empty();
    }
    String prefix = name.substring(0, length);
    boolean digits = prefix.chars().allMatch(digit -> Character.digit(digit, 16) >= 0);
    return digits ? OptionalInt.of(Integer.parseUnsignedInt(prefix, 16)) : OptionalInt.empty();
  }
}
