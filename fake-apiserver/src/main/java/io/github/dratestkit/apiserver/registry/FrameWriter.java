package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StoredObject;

/** Writes the events of a watch in the form that its client asked for. */
interface FrameWriter {

  /** Names the form; frames of one form are shared between watches. */
  String form();

  /** Returns the frame of an event, such as {@code ADDED}. */
  byte[] event(String type, StoredObject object);

  /**
   * Returns a bookmark.
   *
   * @param initialEventsEnd whether it ends the initial events
   */
  byte[] bookmark(long version, Marks marks);

  /** Returns the frame of an error. */
  byte[] error(StatusException reason);

  /** What a bookmark marks. */
  enum Marks {
    PROGRESS,
    END_OF_INITIAL_EVENTS
  }
}
