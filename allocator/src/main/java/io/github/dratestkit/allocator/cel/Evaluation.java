package io.github.dratestkit.allocator.cel;

/** What an expression says about one device. */
public sealed interface Evaluation {

  /** Returns the cost in upstream's units, as far as the evaluation came. */
  long cost();

  /**
   * A result.
   *
   * @param value a Boolean, Long, Double, String, {@link
   *     io.github.dratestkit.allocator.value.Quantity}, {@link
   *     io.github.dratestkit.allocator.value.SemanticVersion}, list, map or another CEL value
   * @param cost the cost in upstream's units
   */
  record Value(Object value, long cost) implements Evaluation {}

  /**
   * An error, which ends the whole scheduling attempt of the pod.
   *
   * @param kind the class of error
   * @param message what happened
   * @param cost the cost in upstream's units, until the error
   */
  record Failed(Failure kind, String message, long cost) implements Evaluation {}

  /** The classes of run-time errors. */
  enum Failure {
    /** A map has no such key, or the device no such attribute. */
    NO_SUCH_KEY,
    /** An operator or function met values it is not defined for. */
    NO_SUCH_OVERLOAD,
    /** More than {@link CelEnvironment#MAXIMUM_COST} was spent. */
    COST_LIMIT,
    /** The caller asked to stop. */
    INTERRUPTED,
    /** A selector's result is not a bool, or a derived attribute's result is no attribute. */
    CONVERSION,
    /** An attribute of the device itself cannot be read. */
    ATTRIBUTE,
    OTHER
  }
}
