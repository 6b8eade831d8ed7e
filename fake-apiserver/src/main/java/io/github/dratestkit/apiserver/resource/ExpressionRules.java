package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.Expressions.Judgement;
import io.github.dratestkit.apiserver.resource.Expressions.Use;
import io.github.dratestkit.apiserver.status.FieldError;

/** Length, meaning and cost of CEL expressions. */
final class ExpressionRules {

  /** The highest cost of one expression, and of all derived attributes of a claim together. */
  static final long COST_LIMIT = 1_000_000;

  private static final int LENGTH_LIMIT = 10 * 1024;

  private final Expressions expressions;

  ExpressionRules(Expressions expressions) {
    this.expressions = expressions;
  }

  /** Checks an expression and returns its cost, 0 if it has none. */
  long check(String expression, Use use, String path, Findings findings) {
    if (Formats.bytes(expression) > LENGTH_LIMIT) {
      findings.add(FieldError.tooLong(path, LENGTH_LIMIT));
      return 0;
    }
    Judgement judgement = expressions.judge(expression, use, path);
    if (judgement instanceof Judgement.Compiles compiles) {
      if (compiles.cost() > COST_LIMIT) {
        findings.add(
            FieldError.forbidden(
                path,
                "too complex: the estimated cost "
                    + Long.toUnsignedString(compiles.cost())
                    + " is over "
                    + COST_LIMIT));
      }
      return compiles.cost();
    }
    findings.add(((Judgement.Refused) judgement).error());
    return 0;
  }
}
