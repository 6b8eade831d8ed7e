package io.github.dratestkit.drivers.fault;

/** What goes wrong with a call of a driver. */
public sealed interface Fault {

  /** Nothing. */
  Fault NONE = new None();

  /** See {@link #NONE}. */
  record None() implements Fault {}

  /** The driver answers with an error. */
  record Answers(String message) implements Fault {}

  /** The driver does not answer until it is repaired or its caller gives up. */
  record Hangs() implements Fault {}

  /** The driver does its work and answers with an error all the same. */
  record AnswersAfterwards(String message) implements Fault {}
}
