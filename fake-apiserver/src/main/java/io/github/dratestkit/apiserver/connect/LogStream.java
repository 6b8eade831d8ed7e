package io.github.dratestkit.apiserver.connect;

import io.github.dratestkit.apiserver.EventStream;
import io.github.dratestkit.apiserver.connect.ContainerLogs.Line;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log that is followed: what is there, and then each line as it is written. */
final class LogStream implements EventStream {

  private final ContainerLogs.Log log;
  private final LogOptions options;
  private int next;
  private boolean begun;
  private boolean closed;
  private Runnable wake = () -> {};
  private final Runnable changed = () -> wake.run();

  LogStream(ContainerLogs.Log log, LogOptions options) {
    this.log = log;
    this.options = options;
    log.onChange(changed);
  }

  @Override
  public synchronized byte @Nullable [] poll() {
    if (closed) {
      return null;
    }
    List<Line> lines = log.from(next);
    if (lines.isEmpty()) {
      return null;
    }
    next += lines.size();
    List<Line> chosen = begun ? lines : options.choose(lines);
    begun = true;
    StringBuilder text = new StringBuilder();
    chosen.forEach(line -> text.append(options.text(line)));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public synchronized boolean ended() {
    return closed || log.ended() && log.from(next).isEmpty();
  }

  @Override
  public void onReady(Runnable newWake) {
    wake = newWake;
    newWake.run();
  }

  @Override
  public synchronized void close() {
    closed = true;
    log.forget(changed);
  }
}
