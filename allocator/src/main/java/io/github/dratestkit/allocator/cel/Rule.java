package io.github.dratestkit.allocator.cel;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelVariableResolver;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A compiled rule about a value. Immutable; several threads may evaluate it at once. */
public final class Rule {

  private final String text;
  private final CelRuntime.Program program;

  Rule(String text, CelRuntime.Program program) {
    this.text = text;
    this.program = program;
  }

  /** What a rule gave. */
  public sealed interface Outcome {

    /**
     * A value.
     *
     * @param value a Boolean for a rule, a String for a message
     */
    record Value(Object value) implements Outcome {}

    /** The evaluation failed. */
    record Failed(String message) implements Outcome {}
  }

  /**
   * Evaluates the rule.
   *
   * @param self the value: a Boolean, Long, Double, String, Instant, Duration, list or map of such
   * @param oldSelf what it was before, an {@link Optional} of it if the rule asks for that, null if
   *     the rule does not look at it
   */
  public Outcome evaluate(Object self, @Nullable Object oldSelf) {
    CelVariableResolver resolver =
        name ->
            switch (name) {
              case RuleEnvironment.SELF -> Optional.of(self);
              case RuleEnvironment.OLD_SELF -> Optional.ofNullable(oldSelf);
              default -> Optional.empty();
            };
    try {
      return new Outcome.Value(program.eval(resolver));
    } catch (CelEvaluationException failure) {
      return new Outcome.Failed(
          RuntimeMessages.of(
              String.valueOf(failure.getMessage()), text, (function, offset) -> Optional.empty()));
    }
  }
}
