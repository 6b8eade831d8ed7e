package io.github.dratestkit.allocator.inventory;

/** An amount of capacity that cannot be computed; the attempt ends, no other device is tried. */
final class CapacityException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CapacityException(String message) {
    super(message, null, false, false);
  }
}
