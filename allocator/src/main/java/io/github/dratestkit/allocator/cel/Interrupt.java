package io.github.dratestkit.allocator.cel;

/** Tells a running evaluation whether its caller still waits for it. */
@FunctionalInterface
public interface Interrupt {

  /** Never interrupts. */
  Interrupt NEVER = () -> false;

  /** Returns true to stop; asked once in 100 steps of comprehensions, as upstream does. */
  boolean requested();
}
