package io.github.dratestkit.controlplane.faults;

/** Ends a history in which a rule was broken that must hold whatever goes wrong. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String rule;

  Violation(String rule, String message) {
    super(rule + ": " + message);
    this.rule = rule;
  }

  String rule() {
    return rule;
  }
}
