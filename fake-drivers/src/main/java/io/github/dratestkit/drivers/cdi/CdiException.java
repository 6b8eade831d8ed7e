package io.github.dratestkit.drivers.cdi;

/** A device that no file describes, or a file that is no specification. */
public final class CdiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CdiException(String message) {
    super(message);
  }
}
