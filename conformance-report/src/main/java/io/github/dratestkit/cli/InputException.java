package io.github.dratestkit.cli;

/** Input that cannot be used: the message names the place and the fix, in one line. */
final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InputException(String message) {
    super(message);
  }
}
