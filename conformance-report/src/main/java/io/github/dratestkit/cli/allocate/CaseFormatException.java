package io.github.dratestkit.cli.allocate;

/** A case that cannot be read: the message names the line and what is wrong with it. */
public final class CaseFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CaseFormatException(String message) {
    super(message);
  }
}
