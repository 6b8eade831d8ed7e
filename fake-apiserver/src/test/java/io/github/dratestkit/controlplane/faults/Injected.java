package io.github.dratestkit.controlplane.faults;

/** What goes wrong at one call of one loop. */
enum Injected {
  /** The loop dies before the call. */
  DIES_BEFORE,
  /** The call is done, and the loop dies before it sees the answer. */
  DIES_AFTER,
  /** Somebody else has written in between. */
  CONFLICT,
  /** The server protects itself. */
  TOO_MANY_REQUESTS,
  /** The server fails. */
  INTERNAL_ERROR,
  /** Nothing was done, and the client cannot know. */
  TIMEOUT_UNDONE,
  /** It was done, and the client cannot know. */
  TIMEOUT_DONE,
  /** A watch is cut and begins anew with a list. */
  CUT,
  /** The events of one kind come later than those of others. */
  LATE;

  boolean fitsWrite() {
    return this != CUT && this != LATE;
  }

  boolean fitsRead() {
    return fitsWrite() && this != CONFLICT && this != TIMEOUT_DONE && this != DIES_AFTER;
  }

  boolean fitsFeed() {
    return this == CUT || this == LATE || this == DIES_BEFORE || this == INTERNAL_ERROR;
  }
}
