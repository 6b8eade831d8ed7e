package io.github.dratestkit.controlplane.scheduler;

/** A pod could not be bound to the node found for it; the message is what a user reads. */
final class BindingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BindingException(String message) {
    super(message);
  }
}
