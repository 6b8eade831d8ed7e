package io.github.dratestkit.apiserver.connect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What containers have written, by pod and container: kubelets in this process write it, and the
 * server reads it out. A container that starts again begins anew, and its log of before is kept.
 */
public final class ContainerLogs {

  /**
   * One line of a log.
   *
   * @param text without a line break
   */
  public record Line(Instant time, String text) {}

  private record Key(String podUid, String container) {}

  /** The log of one run of a container. */
  static final class Log {

    private final List<Line> lines = new ArrayList<>();
    private final List<Runnable> readers = new ArrayList<>();
    private @Nullable Log previous;
    private boolean ended;

    synchronized List<Line> from(int index) {
      return List.copyOf(lines.subList(Math.min(index, lines.size()), lines.size()));
    }

    synchronized boolean ended() {
      return ended;
    }

    synchronized void onChange(Runnable wake) {
      readers.add(wake);
    }

    synchronized void forget(Runnable wake) {
      readers.remove(wake);
    }

    synchronized Optional<Log> previous() {
      return Optional.ofNullable(previous);
    }

    private List<Runnable> add(Line line) {
      synchronized (this) {
        lines.add(line);
        return List.copyOf(readers);
      }
    }

    private List<Runnable> finish() {
      synchronized (this) {
        ended = true;
        return List.copyOf(readers);
      }
    }
  }

  private final Map<Key, Log> logs = new ConcurrentHashMap<>();

  /** Notes that a container starts, for the first time or again. */
  public void start(String podUid, String container) {
    Log fresh = new Log();
    logs.compute(
        new Key(podUid, container),
        (key, before) -> {
          if (before != null) {
            before.previous = null;
            fresh.previous = before;
            before.finish().forEach(Runnable::run);
          }
          return fresh;
        });
  }

  /** Adds a line to the log of a container that has started. */
  public void write(String podUid, String container, Instant time, String text) {
    Log log = logs.get(new Key(podUid, container));
    if (log != null) {
      log.add(new Line(time, text)).forEach(Runnable::run);
    }
  }

  /** Notes that a container has ended; its log stays. */
  public void end(String podUid, String container) {
    Log log = logs.get(new Key(podUid, container));
    if (log != null) {
      log.finish().forEach(Runnable::run);
    }
  }

  /** Forgets the logs of a pod that is gone. */
  public void forget(String podUid) {
    logs.entrySet()
        .removeIf(
            entry -> {
              boolean gone = entry.getKey().podUid().equals(podUid);
              if (gone) {
                entry.getValue().finish().forEach(Runnable::run);
              }
              return gone;
            });
  }

  Optional<Log> find(String podUid, String container) {
    return Optional.ofNullable(logs.get(new Key(podUid, container)));
  }
}
