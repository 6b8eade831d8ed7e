package io.github.dratestkit.report;

/** How a scenario ended. */
public enum Outcome {
  PASSED("pass"),
  FAILED("fail"),
  /** The target could not do what the scenario needs; the reason says what. */
  SKIPPED("skipped"),
  /** The scenario does not apply to what is tested; the reason is the proof. */
  NOT_APPLICABLE("not applicable");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  /** Returns the word that reports use. */
  public String word() {
    return word;
  }
}
