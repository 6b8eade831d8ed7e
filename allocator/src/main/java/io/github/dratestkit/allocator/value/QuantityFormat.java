package io.github.dratestkit.allocator.value;

/** How a quantity was written, and therefore how it is printed again. */
public enum QuantityFormat {
  /** With an exponent of ten, such as {@code 12e6}. */
  DECIMAL_EXPONENT,
  /** With a suffix of 1024, such as {@code 12Mi}. */
  BINARY_SI,
  /** With a suffix of 1000, such as {@code 12M}; also plain numbers. */
  DECIMAL_SI
}
