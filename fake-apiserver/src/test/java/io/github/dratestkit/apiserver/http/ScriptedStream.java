package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.EventStream;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** A stream whose frames a test offers by hand. */
final class ScriptedStream implements EventStream {

  final CountDownLatch listened = new CountDownLatch(1);
  final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<byte[]> frames = new ConcurrentLinkedQueue<>();
  private volatile boolean finished;
  private volatile Runnable wake = () -> {};

  void offer(String frame) {
    frames.add(frame.getBytes(StandardCharsets.UTF_8));
    wake.run();
  }

  void finish() {
    finished = true;
    wake.run();
  }

  int waiting() {
    return frames.size();
  }

  @Override
  public byte[] poll() {
    return frames.poll();
  }

  @Override
  public boolean ended() {
    return finished && frames.isEmpty();
  }

  @Override
  public void onReady(Runnable newWake) {
    wake = newWake;
    listened.countDown();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
