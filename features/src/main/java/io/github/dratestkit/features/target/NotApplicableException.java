package io.github.dratestkit.features.target;

import org.opentest4j.TestAbortedException;

/** A scenario that does not apply to what is tested; the message is the proof. */
public final class NotApplicableException extends TestAbortedException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its proof. */
  public NotApplicableException(String proof) {
    super(proof);
  }
}
