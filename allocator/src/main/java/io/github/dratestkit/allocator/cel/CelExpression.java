package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelErrorCode;
import dev.cel.common.exceptions.CelAttributeNotFoundException;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelVariableResolver;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression. It is immutable and may be evaluated by several threads at once; the same
 * expression on the same device always gives the same answer and the same cost.
 */
public final class CelExpression {

  private final String text;
  private final CelRuntime.Program program;
  private final RuntimeCosts costs;

  CelExpression(String text, CelRuntime.Program program, RuntimeCosts costs) {
    this.text = text;
    this.program = program;
    this.costs = costs;
  }

  /** Returns the source. */
  public String text() {
    return text;
  }

  /** Evaluates the expression on one device. */
  public Evaluation evaluate(CelDevice device) {
    return evaluate(device, Interrupt.NEVER);
  }

  /** Evaluates the expression on one device, as long as {@code interrupt} lets it. */
  public Evaluation evaluate(CelDevice device, Interrupt interrupt) {
    DeviceValue value = device.value();
    if (value == null) {
      return new Evaluation.Failed(Evaluation.Failure.ATTRIBUTE, String.valueOf(device.error()), 0);
    }
    Optional<Object> variable = Optional.of(value);
    CelVariableResolver resolver =
        name -> name.equals(DeviceValue.VARIABLE) ? variable : Optional.empty();
    CostTracker tracker = new CostTracker(costs, value, interrupt);
    try {
      return new Evaluation.Value(program.trace(resolver, tracker), tracker.cost());
    } catch (EvaluationStopped stopped) {
      return new Evaluation.Failed(stopped.kind(), stopped.reason(), tracker.cost());
    } catch (CelEvaluationException failure) {
      return failed(failure, tracker);
    }
  }

  /** Says whether this selector chooses the device. */
  public Match matches(CelDevice device) {
    return matches(device, Interrupt.NEVER);
  }

  /** Says whether this selector chooses the device, as long as {@code interrupt} lets it. */
  public Match matches(CelDevice device, Interrupt interrupt) {
    Evaluation evaluation = evaluate(device, interrupt);
    if (evaluation instanceof Evaluation.Failed failed) {
      return new Match.Failed(failed);
    }
    Object value = ((Evaluation.Value) evaluation).value();
    Object inner = value;
    while (inner instanceof Optional<?> optional && optional.isPresent()) {
      inner = optional.get();
    }
    if (inner instanceof Boolean chosen) {
      return chosen ? new Match.Yes() : new Match.No();
    }
    return new Match.Failed(
        new Evaluation.Failed(
            Evaluation.Failure.CONVERSION, RuntimeMessages.notBoolean(value), evaluation.cost()));
  }

  private Evaluation failed(CelEvaluationException failure, CostTracker tracker) {
    try {
      tracker.add(costs.failed(tracker));
      Evaluation.Failure kind =
          costs.listWasAskedForField(tracker) ? Evaluation.Failure.CONVERSION : kind(failure);
      String message =
          RuntimeMessages.ofDevice(
              String.valueOf(failure.getMessage()),
              text,
              (function, offset) -> costs.argumentTypes(function, offset, tracker));
      return new Evaluation.Failed(kind, message, tracker.cost());
    } catch (EvaluationStopped panicked) {
      return new Evaluation.Failed(panicked.kind(), panicked.reason(), tracker.cost());
    }
  }

  private static Evaluation.Failure kind(CelEvaluationException failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CelAttributeNotFoundException) {
        return Evaluation.Failure.NO_SUCH_KEY;
      }
      if (PresenceTests.isListAskedForField(cause) || isUnsupported(cause)) {
        return Evaluation.Failure.CONVERSION;
      }
      if (cause instanceof CelOverloadNotFoundException
          || cause instanceof ClassCastException
          || isNotBoolean(cause)) {
        return Evaluation.Failure.NO_SUCH_OVERLOAD;
      }
    }
    return failure.getErrorCode() == CelErrorCode.OVERLOAD_NOT_FOUND
        ? Evaluation.Failure.NO_SUCH_OVERLOAD
        : Evaluation.Failure.OTHER;
  }

  private static boolean isUnsupported(Throwable cause) {
    String message = cause.getMessage();
    return message != null
        && (message.startsWith(IndexOperators.UNSUPPORTED)
            || message.startsWith("unsupported comprehension range type"));
  }

  /** The logical operators have no exception of their own for what is no bool. */
  private static boolean isNotBoolean(Throwable cause) {
    String message = cause.getMessage();
    return cause instanceof IllegalArgumentException
        && message != null
        && message.startsWith("Expected boolean value");
  }

  @Override
  public String toString() {
    return text;
  }
}
