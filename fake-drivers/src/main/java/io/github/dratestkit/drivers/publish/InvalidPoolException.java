package io.github.dratestkit.drivers.publish;

/**
 * A pool that contradicts itself, found before anything was written. While one pool of a driver is
 * invalid none of its pools is published, as with the helper of real drivers.
 */
public final class InvalidPoolException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidPoolException(String message) {
    super(message);
  }
}
