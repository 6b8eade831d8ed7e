package io.github.dratestkit.controlplane;

/**
 * One controller of the control plane. It owns no thread and no clock: a stepper or a runner calls
 * {@link #step} until there is nothing to do, and again when something was written, an alarm rang
 * or {@link #onReady} was called. It keeps nothing that it could not learn again from the API, so
 * it may be thrown away and made anew between any two calls.
 */
public interface Loop extends AutoCloseable {

  /** Returns the name by which {@code --controllers} knows it, such as {@code scheduler}. */
  String name();

  /**
   * Does one piece of work: reads the events that are there and reconciles at most one object.
   *
   * @return whether there was anything to do
   */
  boolean step();

  /** Sets what to run when there may be work. It must neither block nor step. */
  void onReady(Runnable wake);

  @Override
  void close();
}
