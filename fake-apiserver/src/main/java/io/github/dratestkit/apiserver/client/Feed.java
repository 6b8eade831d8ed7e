package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/**
 * List and watch of one kind as one sequence of events, without a thread: {@link #poll} gives the
 * next one or none. The first event is always {@link Event.Listed}; after a watch was cut or its
 * history has expired another one follows, and the reader replaces what it knows.
 *
 * <p>Objects may be shared with other readers: whoever wants to change one copies it first.
 *
 * @param <T> the kind, a class of fabric8's model
 */
public interface Feed<T extends HasMetadata> extends AutoCloseable {

  /** One event of a feed. */
  sealed interface Event<T extends HasMetadata> {
    /** Everything that exists now; replaces all that was known. */
    record Listed<T extends HasMetadata>(List<T> objects) implements Event<T> {}

    /** An object is new. */
    record Added<T extends HasMetadata>(T object) implements Event<T> {}

    /** An object changed. */
    record Modified<T extends HasMetadata>(T object) implements Event<T> {}

    /** An object is gone; it is given in its last state. */
    record Deleted<T extends HasMetadata>(T object) implements Event<T> {}
  }

  /**
   * Returns the next event, or none if nothing has happened. Never blocks for longer than a list.
   *
   * @throws ApiException if the server refuses the list or the watch; the next call tries again
   */
  Optional<Event<T>> poll();

  /** Sets what to run when an event may be there. It must neither block nor poll. */
  void onReady(Runnable wake);

  @Override
  void close();
}
