package io.github.dratestkit.apiserver.client;

/** A request that the server refused, with what its {@code Status} said. */
public final class ApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int code;
  private final String reason;

  /** Creates the exception from code, reason and message of a {@code Status}. */
  public ApiException(int code, String reason, String message) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** Returns the HTTP status code. */
  public int code() {
    return code;
  }

  /** Returns the machine-readable reason, such as {@code Conflict}; may be empty. */
  public String reason() {
    return reason;
  }

  /** Says whether the object does not exist. */
  public boolean isNotFound() {
    return code == 404;
  }

  /** Says whether another object has the name of the one that was to be created. */
  public boolean isAlreadyThere() {
    return reason.equals("AlreadyExists");
  }

  /** Says whether the object had changed, or another one has its name. */
  public boolean isConflict() {
    return code == 409;
  }

  /** Says whether a server that fails or does not answer in time may have done it all the same. */
  public boolean mayBeDone() {
    return code >= 500;
  }
}
