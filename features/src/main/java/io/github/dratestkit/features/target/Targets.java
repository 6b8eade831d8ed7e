package io.github.dratestkit.features.target;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The target of the run that is under way. Cucumber makes the steps itself, so this is the one
 * place where a run can hand them something.
 */
public final class Targets {

  private static final AtomicReference<Target> CURRENT = new AtomicReference<>();

  private Targets() {}

  /** Sets the target of the scenarios that are played from now on. */
  public static void use(Target target) {
    CURRENT.set(target);
  }

  /**
   * Returns the target.
   *
   * @throws NullPointerException if no run has set one
   */
  public static Target current() {
    return Objects.requireNonNull(CURRENT.get(), "no target was set: Targets.use(...)");
  }
}
