package io.github.dratestkit.allocator.value;

/** A text that is not a quantity. The message is the reason as Kubernetes words it. */
public final class MalformedQuantityException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** Why the text is refused. */
  public enum Reason {
    FORMAT(
        "quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
    NUMBER("unable to parse numeric part of quantity"),
    SUFFIX("unable to parse quantity's suffix");

    private final String message;

    Reason(String message) {
      this.message = message;
    }
  }

  private final Reason reason;

  MalformedQuantityException(Reason reason) {
    super(reason.message);
    this.reason = reason;
  }

  /** Returns why the text is refused. */
  public Reason reason() {
    return reason;
  }
}
