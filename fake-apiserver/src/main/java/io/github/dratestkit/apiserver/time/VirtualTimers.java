package io.github.dratestkit.apiserver.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;

/** A clock that stands still until somebody moves it; alarms ring on the mover's thread. */
public final class VirtualTimers implements Timers {

  private final PriorityQueue<Entry> alarms = new PriorityQueue<>();
  private Instant now;
  private long sequence;

  /** Starts at {@code start}. */
  public VirtualTimers(Instant start) {
    this.now = start;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized Alarm at(Instant time, Runnable action) {
    Entry entry = new Entry(time, sequence++, action);
    alarms.add(entry);
    return () -> cancel(entry);
  }

  /** Returns when the next alarm rings, or none if none is set. */
  public synchronized Optional<Instant> nextAlarm() {
    return Optional.ofNullable(alarms.peek()).map(Entry::time);
  }

  /**
   * Moves the clock to the next alarm and rings it, unless that is later than {@code limit}.
   *
   * @return whether an alarm rang
   */
  public boolean ringNext(Instant limit) {
    Entry due;
    synchronized (this) {
      due = alarms.peek();
      if (due == null || due.time.isAfter(limit)) {
        return false;
      }
      alarms.remove(due);
      now = due.time.isAfter(now) ? due.time : now;
    }
    due.action.run();
    return true;
  }

  /** Moves the clock on without ringing what lies between; call {@link #ringNext} first. */
  public synchronized void moveTo(Instant time) {
    now = time.isAfter(now) ? time : now;
  }

  /** Moves the clock on by {@code duration}, ringing every alarm on the way. */
  public void advance(Duration duration) {
    advance(duration, () -> {});
  }

  /**
   * Moves the clock on by {@code duration}, ringing every alarm on the way; each may set others.
   *
   * @param settle lets what the clock moves come to rest: before, after each alarm, and at the end
   */
  public void advance(Duration duration, Runnable settle) {
    Instant limit = instant().plus(duration);
    settle.run();
    while (ringNext(limit)) {
      settle.run();
    }
    moveTo(limit);
    settle.run();
  }

  private synchronized void cancel(Entry entry) {
    alarms.remove(entry);
  }

  // Alarms of one moment ring in the order in which they were set.
  private record Entry(Instant time, long sequence, Runnable action) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int order = time.compareTo(other.time);
      return order != 0 ? order : Long.compare(sequence, other.sequence);
    }
  }
}
