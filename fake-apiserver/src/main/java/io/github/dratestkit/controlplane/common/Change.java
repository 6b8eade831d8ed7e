package io.github.dratestkit.controlplane.common;

/**
 * How one object has changed, as an {@link Informer} tells it.
 *
 * @param <T> the kind
 */
public sealed interface Change<T> {

  /** Returns the object as it is now, or as it was last if it is gone. */
  T object();

  /** The object is new. */
  record Added<T>(T object) implements Change<T> {}

  /** The object was {@code before} and is {@code object}. */
  record Modified<T>(T before, T object) implements Change<T> {}

  /** The object is gone. */
  record Deleted<T>(T object) implements Change<T> {}
}
