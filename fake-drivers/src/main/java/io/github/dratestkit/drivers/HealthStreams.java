package io.github.dratestkit.drivers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Everybody who watches the health of a driver's devices. */
final class HealthStreams {

  /** The whole list at one time. */
  record Statement(List<DeviceHealth> devices, Instant time) {}

  private final List<Consumer<Statement>> watchers = new ArrayList<>();
  private Statement last;

  HealthStreams(Statement first) {
    last = first;
  }

  synchronized void add(Consumer<Statement> watcher) {
    watchers.add(watcher);
    watcher.accept(last);
  }

  synchronized void send(Statement statement) {
    last = statement;
    watchers.removeIf(watcher -> !accepts(watcher, statement));
  }

  /** A stream that its reader has left throws. */
  private static boolean accepts(Consumer<Statement> watcher, Statement statement) {
    try {
      watcher.accept(statement);
      return true;
    } catch (RuntimeException left) {
      return false;
    }
  }
}
