package io.github.dratestkit.allocator.cel;

/**
 * Ends an evaluation from within. It is an error and not an exception because the engine swallows
 * exceptions on one side of a logical operator, and nothing may absorb this.
 */
final class EvaluationStopped extends Error {

  private static final long serialVersionUID = 1;

  private final Evaluation.Failure kind;
  private final String reason;

  EvaluationStopped(Evaluation.Failure kind, String reason) {
    super(reason, null, false, false);
    this.kind = kind;
    this.reason = reason;
  }

  Evaluation.Failure kind() {
    return kind;
  }

  String reason() {
    return reason;
  }
}
