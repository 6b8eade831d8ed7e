package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.EventStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

/** A watch over a WebSocket: one text message per event, and a normal close at the end. */
final class WebSocketWatch implements OpenWatches.Watch {

  private final EventStream frames;
  private final Session session;
  private final Lanes.Lane lane;
  private final OpenWatches open;
  private final Turns turns = new Turns(this::sendNext);
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Whether a message is on its way; the next one waits for it. */
  private volatile boolean sending;

  WebSocketWatch(EventStream frames, Session session, Lanes.Lane lane, OpenWatches open) {
    this.frames = frames;
    this.session = session;
    this.lane = lane;
    this.open = open;
  }

  void start() {
    open.add(this);
    session.setIdleTimeout(Duration.ZERO);
    frames.onReady(this::wake);
    turns.askAndRun();
  }

  private void wake() {
    if (!turns.ask()) {
      return;
    }
    try {
      lane.run(turns::run);
    } catch (RejectedExecutionException e) {
      end();
    }
  }

  private void sendNext() {
    if (sending || ended.get()) {
      return;
    }
    byte[] frame = frames.poll();
    if (frame != null) {
      sending = true;
      session.sendText(
          new String(frame, StandardCharsets.UTF_8), Callback.from(this::sent, fault -> end()));
      return;
    }
    if (frames.ended()) {
      end();
    }
  }

  private void sent() {
    sending = false;
    turns.askAndRun();
  }

  @Override
  public void end() {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    open.remove(this);
    frames.close();
    session.close(StatusCode.NORMAL, "", Callback.NOOP);
  }
}
