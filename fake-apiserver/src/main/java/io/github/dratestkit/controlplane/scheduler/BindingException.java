package io.github.dratestkit.controlplane.scheduler;

/** Ends an attempt whose node was found already; the message is told to the user. */
final class BindingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean inDoubt;

  BindingException(String message) {
    this(message, false);
  }

  private BindingException(String message, boolean inDoubt) {
    super(message);
    this.inDoubt = inDoubt;
  }

  /** Returns an exception for what fails before the pod is bound. */
  static BindingException preBind(String message) {
    return new BindingException(
        "running PreBind plugin \"%s\": %s".formatted(ClaimCycle.NAME, message));
  }

  /** Returns an exception for a write of which nobody knows whether it was done. */
  static BindingException inDoubt(String message) {
    return new BindingException(message, true);
  }

  /** Says whether what failed may have been done all the same. */
  boolean isInDoubt() {
    return inDoubt;
  }
}
