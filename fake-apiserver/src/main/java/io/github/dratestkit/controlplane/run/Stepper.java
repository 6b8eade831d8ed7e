package io.github.dratestkit.controlplane.run;

import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.Loop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Moves loops one step at a time on the caller's thread. A seed decides which of those that have
 * work moves next, so that different seeds try different races and one seed always the same. Time
 * is virtual and moves only when no loop has anything left to do.
 *
 * <p>Loops may be woken from any thread; the stepper itself is for one.
 */
public final class Stepper implements AutoCloseable {

  /** More steps than this without rest is a loop that works against another or itself. */
  private static final int PATIENCE = 200_000;

  private final List<SteppedLoop> loops = new ArrayList<>();
  private final VirtualTimers timers;
  private final SplittableRandom random;

  /** Takes over {@code loops}; their timers must be {@code timers}. */
  public Stepper(List<Loop> loops, VirtualTimers timers, long seed) {
    this.timers = timers;
    this.random = new SplittableRandom(seed);
    loops.forEach(this::add);
  }

  /** Takes over one more loop. */
  public void add(Loop loop) {
    loops.add(new SteppedLoop(loop, timers));
  }

  /**
   * Throws the loop of the same name away, as a crash does, and goes on with {@code loop} instead.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public void replace(Loop loop) {
    remove(loop.name());
    add(loop);
  }

  /**
   * Throws a loop away.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public void remove(String name) {
    SteppedLoop old = find(name);
    loops.remove(old);
    old.close();
  }

  /**
   * Tells a loop that it may have work.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public void wake(String name) {
    find(name).wake();
  }

  /** Returns the names of the loops. */
  public List<String> names() {
    return loops.stream().map(SteppedLoop::name).toList();
  }

  private SteppedLoop find(String name) {
    return loops.stream()
        .filter(loop -> loop.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no loop is called \"" + name + "\": " + names()));
  }

  /** Moves one loop that may have work by one step, and returns whether there was one. */
  public boolean step() {
    List<SteppedLoop> ready = loops.stream().filter(SteppedLoop::ready).toList();
    if (ready.isEmpty()) {
      return false;
    }
    ready.get(random.nextInt(ready.size())).step();
    return true;
  }

  /**
   * Moves loops until none has anything to do. Time stands still.
   *
   * @throws IllegalStateException if that never happens
   */
  public void settle() {
    for (int steps = 0; steps < PATIENCE; steps++) {
      if (!step()) {
        return;
      }
    }
    throw new IllegalStateException(
        "the loops do not come to rest; steps so far: "
            + loops.stream().map(SteppedLoop::toString).collect(Collectors.joining(", ")));
  }

  /** Moves the clock on alarm by alarm, and lets the loops settle after each. */
  public void advance(Duration duration) {
    timers.advance(duration, this::settle);
  }

  /**
   * Settles, and moves the clock on to the next alarm as often as needed, until {@code condition}
   * holds or {@code limit} has passed.
   *
   * @return whether it holds
   */
  public boolean advanceUntil(BooleanSupplier condition, Duration limit) {
    Instant end = timers.instant().plus(limit);
    settle();
    while (!condition.getAsBoolean()) {
      if (!timers.ringNext(end)) {
        timers.moveTo(end);
        settle();
        return condition.getAsBoolean();
      }
      settle();
    }
    return true;
  }

  @Override
  public void close() {
    loops.forEach(SteppedLoop::close);
    loops.clear();
  }

  /** A loop with what the stepper needs to know of it. */
  private static final class SteppedLoop {

    private final Loop loop;
    private final VirtualTimers timers;
    private final Backoff backoff = new Backoff();
    private volatile boolean ready = true;
    private long steps;

    SteppedLoop(Loop loop, VirtualTimers timers) {
      this.loop = loop;
      this.timers = timers;
      loop.onReady(this::wake);
    }

    private void wake() {
      ready = true;
    }

    boolean ready() {
      return ready;
    }

    String name() {
      return loop.name();
    }

    void step() {
      ready = false;
      steps++;
      try {
        if (loop.step()) {
          ready = true;
        }
        backoff.reset();
      } catch (ApiException refused) {
        timers.at(timers.instant().plus(backoff.afterFailure()), this::wake);
      }
    }

    void close() {
      loop.close();
    }

    @Override
    public String toString() {
      return loop.name() + " " + steps;
    }
  }
}
