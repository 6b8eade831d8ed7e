package io.github.dratestkit.drivers.kubelet;

/** Why the claims of a pod cannot be prepared or unprepared now. */
final class PreparationException extends Exception {

  private static final long serialVersionUID = 1L;

  PreparationException(String message) {
    super(message);
  }
}
