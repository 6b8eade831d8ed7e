package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.EventStream;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.Change;
import io.github.dratestkit.apiserver.store.ChangeReader;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One open watch. It turns changes into frames only when they are asked for, and ends when its time
 * is over, its reader is too slow, or its client goes away.
 */
final class WatchStream implements EventStream {

  private static final Duration BOOKMARK_INTERVAL = Duration.ofMinutes(1);

  private final Target target;
  private final ListQuery query;
  private final SelectableFields fields;
  private final FrameWriter frames;
  private final String added;
  private final String modified;
  private final String deleted;
  private final Timers timers;
  private final Store store;
  private final Queue<StoredObject> initial = new ArrayDeque<>();
  private final @Nullable ChangeReader changes;
  private final Timers.Alarm timeout;

  /** What happens up to this version, which may be to come, is not told. */
  private final long begin;

  private Timers.@Nullable Alarm bookmarks;
  private byte @Nullable [] pending;
  private boolean marks;
  private Runnable retirement = () -> {};
  private long position;
  private volatile boolean bookmarkDue;
  private volatile boolean over;
  private volatile Runnable wake = () -> {};

  WatchStream(
      Target target,
      ListQuery query,
      SelectableFields fields,
      WatchStart start,
      FrameWriter frames,
      Timers timers,
      Duration time,
      Store store) {
    this.target = target;
    this.query = query;
    this.fields = fields;
    this.frames = frames;
    this.added = frames.form() + "ADDED";
    this.modified = frames.form() + "MODIFIED";
    this.deleted = frames.form() + "DELETED";
    this.timers = timers;
    this.store = store;
    if (start instanceof WatchStart.Open open) {
      changes = open.changes();
      initial.addAll(open.initial());
      marks = open.mark();
      position = open.version();
      begin = open.version();
      timeout = timers.at(timers.instant().plus(time), this::end);
      scheduleBookmark();
    } else {
      changes = null;
      begin = 0;
      pending = frames.error(((WatchStart.Refused) start).reason());
      over = true;
      timeout = () -> {};
    }
  }

  @Override
  public synchronized byte @Nullable [] poll() {
    if (pending != null) {
      byte[] frame = pending;
      pending = null;
      return frame;
    }
    if (changes == null || over) {
      return null;
    }
    StoredObject first = initial.poll();
    if (first != null) {
      return frames.event("ADDED", first);
    }
    if (marks) {
      marks = false;
      return frames.bookmark(position, FrameWriter.Marks.END_OF_INITIAL_EVENTS);
    }
    // What a bookmark promises must be read before the changes, or one could slip in between.
    long newest = store.view().version();
    for (Change change = changes.poll(); change != null; change = changes.poll()) {
      position = Math.max(position, change.version());
      byte[] frame = frame(change);
      if (frame != null) {
        return frame;
      }
    }
    if (changes.broken()) {
      over = true;
      return frames.error(StatusErrors.expired("the watch is too slow and was ended"));
    }
    if (bookmarkDue) {
      bookmarkDue = false;
      position = Math.max(position, newest);
      return frames.bookmark(position, FrameWriter.Marks.PROGRESS);
    }
    return null;
  }

  private byte @Nullable [] frame(Change change) {
    if (change.version() <= begin) {
      return null;
    }
    boolean now = change.type() != Change.Type.DELETED && selects(change.current());
    boolean before = selects(change.previous());
    if (now) {
      String type = before ? "MODIFIED" : "ADDED";
      byte[] known = change.frame(before ? modified : added);
      return known != null
          ? known
          : change.frame(before ? modified : added, () -> frames.event(type, change.current()));
    }
    if (!before) {
      return null;
    }
    StoredObject last =
        change.type() == Change.Type.DELETED ? change.current() : withNewVersion(change);
    return change.frame(deleted, () -> frames.event("DELETED", last));
  }

  // An object that leaves a selector is shown as it was, under the version at which it left.
  private static StoredObject withNewVersion(Change change) {
    StoredObject previous = change.previous();
    if (previous == null) {
      throw new IllegalStateException("a change that leaves a selector was in it before");
    }
    return previous.under(
        Creation.withVersion(previous.copy(), change.version()), change.version());
  }

  private boolean selects(@Nullable StoredObject object) {
    return object != null
        && Listing.within(target, object)
        && Listing.selected(object, query, fields);
  }

  @Override
  public synchronized boolean ended() {
    return over && pending == null;
  }

  @Override
  public void onReady(Runnable newWake) {
    wake = newWake;
    if (changes != null) {
      changes.onChange(newWake);
    }
  }

  @Override
  public void close() {
    end();
  }

  /** Ends when objects of the kind are not served any more as they are now. */
  void endWith(Strategy strategy) {
    retirement = strategy.onRetirement(this::end);
  }

  private void end() {
    over = true;
    timeout.cancel();
    retirement.run();
    if (bookmarks != null) {
      bookmarks.cancel();
    }
    if (changes != null) {
      changes.close();
    }
    wake.run();
  }

  private void scheduleBookmark() {
    if (query.allowWatchBookmarks()) {
      bookmarks =
          timers.at(
              timers.instant().plus(BOOKMARK_INTERVAL),
              () -> {
                if (!over) {
                  bookmarkDue = true;
                  scheduleBookmark();
                  wake.run();
                }
              });
    }
  }
}
