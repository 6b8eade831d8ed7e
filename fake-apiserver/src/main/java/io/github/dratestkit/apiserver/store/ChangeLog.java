package io.github.dratestkit.apiserver.store;

import java.time.Instant;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one resource as a chain, oldest first. Readers hold a link and follow it, so a
 * writer neither copies anything for them nor waits for them.
 */
final class ChangeLog {

  /** One link; the first of a log carries no change. */
  static final class Link {
    private final @Nullable Change change;
    private final long sequence;
    private final Instant time;
    private volatile @Nullable Link next;

    private Link(@Nullable Change change, long sequence, Instant time) {
      this.change = change;
      this.sequence = sequence;
      this.time = time;
    }
  }

  /** So many changes later nobody is likely to look into an object that was replaced. */
  private static final int SETTLED = 256;

  private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Link oldest = new Link(null, 0, Instant.EPOCH);
  private volatile Link newest = oldest;
  private Link settled = oldest;
  private volatile long compactedThrough;

  /** Starts a log that knows nothing up to and including a version. */
  ChangeLog(long compactedThrough) {
    this.compactedThrough = compactedThrough;
  }

  long compactedThrough() {
    return compactedThrough;
  }

  /** Adds a change; called by one writer at a time. */
  void append(Change change, Instant now, WatchHistory history) {
    Link link = new Link(change, newest.sequence + 1, now);
    newest.next = link;
    newest = link;
    settle();
    while (newest.sequence - oldest.sequence > history.changes()) {
      dropOldest();
    }
    forgetBefore(now.minus(history.age()));
  }

  private void settle() {
    for (Link link = settled.next;
        link != null && newest.sequence - link.sequence >= SETTLED;
        link = link.next) {
      settled = link;
      if (link.change != null) {
        link.change.settle();
      }
    }
  }

  void forgetBefore(Instant time) {
    for (Link link = oldest.next; link != null && link.time.isBefore(time); link = oldest.next) {
      dropOldest();
    }
  }

  void compact(long throughVersion) {
    for (Link link = oldest.next;
        link != null && link.change != null && link.change.version() <= throughVersion;
        link = oldest.next) {
      dropOldest();
    }
    compactedThrough = Math.max(compactedThrough, throughVersion);
  }

  private void dropOldest() {
    Link dropped = oldest.next;
    if (dropped != null && dropped.change != null) {
      compactedThrough = Math.max(compactedThrough, dropped.change.version());
      oldest = dropped;
    }
  }

  /** Returns the link after which everything newer than a version comes. */
  Link linkAt(long version) {
    Link link = oldest;
    for (Link next = link.next;
        next != null && next.change != null && next.change.version() <= version;
        next = link.next) {
      link = next;
    }
    return link;
  }

  Link newest() {
    return newest;
  }

  void addListener(Runnable listener) {
    listeners.add(listener);
  }

  void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  void wakeListeners() {
    listeners.forEach(Runnable::run);
  }

  /** Returns the link after one, or null if that is the newest. */
  static @Nullable Link after(Link link) {
    return link.next;
  }

  static @Nullable Change changeOf(Link link) {
    return link.change;
  }

  /** Returns how many changes a reader has not yet seen. */
  long lag(Link link) {
    return newest.sequence - link.sequence;
  }
}
