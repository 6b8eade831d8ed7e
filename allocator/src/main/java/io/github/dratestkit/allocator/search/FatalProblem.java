package io.github.dratestkit.allocator.search;

/** Input that ends the whole attempt; it never leaves this package. */
class FatalProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FatalProblem(String message) {
    super(message, null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
