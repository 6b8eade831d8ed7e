package io.github.dratestkit.apiserver.store;

/** Somebody else wrote an object between a reader's read and its write. */
public final class StaleVersionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long actual;

  StaleVersionException(StoreKey key, long expected, long actual) {
    super(key + " is at version " + actual + ", not " + expected, null, false, false);
    this.actual = actual;
  }

  /** Returns the version that is stored, {@link Store#NONE} if the object does not exist. */
  public long actual() {
    return actual;
  }
}
