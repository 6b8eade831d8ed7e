package io.github.dratestkit.apiserver.registry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The time that an object gets to end, and the marks of it in metadata (apiserver
 * pkg/registry/rest/delete.go, 1.37).
 */
final class GracePeriod {

  /** What a deletion means to the time an object gets. */
  enum Start {
    /** Its kind gets no time, or it is over. */
    NONE,
    /** The object has been marked, or its time has been shortened. */
    MARKED,
    /** It is being deleted already and has its time. */
    PENDING
  }

  private GracePeriod() {}

  /** Marks an object, in place, if its kind gets time. */
  static Start begin(ObjectNode object, @Nullable Long asked, Strategy strategy, Instant now) {
    @Nullable Long seconds = strategy.gracePeriodSeconds(object, asked);
    if (seconds == null) {
      return Start.NONE;
    }
    Metadata metadata = Metadata.of(object);
    if (!metadata.isDeleting()) {
      mark(metadata, now.plusSeconds(seconds), seconds);
      return Start.MARKED;
    }
    @Nullable Long left = metadata.gracePeriodSeconds().orElse(null);
    if (left == null) {
      return Start.NONE;
    }
    // A second deletion may only shorten the time.
    if (asked == null || asked >= left) {
      return Start.PENDING;
    }
    Instant began = Instant.parse(metadata.text("deletionTimestamp")).minusSeconds(left);
    metadata.set("deletionTimestamp", began.plusSeconds(asked).toString());
    metadata.set("deletionGracePeriodSeconds", asked);
    return Start.MARKED;
  }

  /** Marks an object that only its finalizers keep. */
  static void markWithoutTime(Metadata metadata, Instant now) {
    if (!metadata.isDeleting()) {
      mark(metadata, now, 0);
    } else {
      metadata.set("deletionGracePeriodSeconds", 0);
    }
  }

  private static void mark(Metadata metadata, Instant end, long seconds) {
    metadata.set("deletionTimestamp", end.toString());
    metadata.set("deletionGracePeriodSeconds", seconds);
    if (metadata.generation() > 0) {
      metadata.setGeneration(metadata.generation() + 1);
    }
  }
}
