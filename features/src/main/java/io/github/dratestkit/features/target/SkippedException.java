package io.github.dratestkit.features.target;

import org.opentest4j.TestAbortedException;

/** A scenario that this target cannot play; says which ability is missing and why. */
public final class SkippedException extends TestAbortedException {

  private static final long serialVersionUID = 1L;

  private final Ability missing;

  SkippedException(Ability missing, String reason) {
    super(missing.description() + ": " + reason);
    this.missing = missing;
  }

  /** Returns the ability that the target lacks. */
  public Ability missing() {
    return missing;
  }
}
