package io.github.dratestkit.apiserver.http;

/** The address or the port asked for cannot be had; the message names it and says what to do. */
public final class CannotListenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CannotListenException(String message, Throwable cause) {
    super(message, cause);
  }
}
