package io.github.dratestkit.drivers;

/** One thing that the kubelet has asked a driver to do with one claim. */
public record DriverCall(Kind kind, ClaimReference claim) {

  /** What was asked. */
  public enum Kind {
    PREPARE,
    UNPREPARE
  }
}
