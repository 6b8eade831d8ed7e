package io.github.dratestkit.drivers.check;

/**
 * One fact about a plugin.
 *
 * @param fact what was looked at, as a sentence that should hold
 * @param detail what was seen; empty where the fact says it all
 */
public record Finding(String fact, Verdict verdict, String detail) {

  /** Whether the fact holds. */
  public enum Verdict {
    HOLDS,
    FAILS,
    /** It could not be looked at; the detail says why. */
    UNKNOWN
  }

  static Finding of(String fact, boolean holds, String detail) {
    return new Finding(fact, holds ? Verdict.HOLDS : Verdict.FAILS, detail);
  }

  static Finding unknown(String fact, String why) {
    return new Finding(fact, Verdict.UNKNOWN, why);
  }

  /** Returns the finding as one line. */
  @Override
  public String toString() {
    String mark =
        switch (verdict) {
          case HOLDS -> "ok      ";
          case FAILS -> "FAILS   ";
          case UNKNOWN -> "unknown ";
        };
    return mark + fact + (detail.isEmpty() ? "" : ": " + detail);
  }
}
