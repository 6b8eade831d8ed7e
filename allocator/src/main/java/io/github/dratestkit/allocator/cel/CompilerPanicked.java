package io.github.dratestkit.allocator.cel;

/** Upstream's compiler panics at this expression, which the API server answers with a 500. */
final class CompilerPanicked extends RuntimeException {

  private static final long serialVersionUID = 1;

  CompilerPanicked(String message) {
    super(message, null, false, false);
  }
}
