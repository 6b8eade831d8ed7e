package io.github.dratestkit.drivers;

/** Why a driver cannot prepare or unprepare a claim; the kubelet gets the message. */
public final class DriverException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public DriverException(String message) {
    super(message);
  }
}
