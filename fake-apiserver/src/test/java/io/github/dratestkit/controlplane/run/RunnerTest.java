package io.github.dratestkit.controlplane.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.controlplane.Loop;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunnerTest {

  @Test
  void a_loop_works_off_what_is_there_waits_and_goes_on_when_woken() throws Exception {
    Queued loop = new Queued();
    loop.work.add("one");
    try (Runner runner = Runner.start(List.of(loop))) {
      assertThat(loop.done.take()).isEqualTo("one");
      loop.idle.await();

      loop.work.add("two");
      loop.wake.run();
      assertThat(loop.done.take()).isEqualTo("two");
    }
    assertThat(loop.closed.getCount()).isZero();
  }

  @Test
  void a_loop_that_fails_is_called_again() throws Exception {
    Queued loop = new Queued();
    loop.work.add("fail");
    loop.work.add("after");
    try (Runner runner = Runner.start(List.of(loop))) {
      assertThat(loop.done.take()).isEqualTo("after");
    }
  }

  /** A loop whose work a test queues by hand. */
  private static final class Queued implements Loop {
    final BlockingQueue<String> work = new LinkedBlockingQueue<>();
    final BlockingQueue<String> done = new LinkedBlockingQueue<>();
    final CountDownLatch idle = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);
    volatile Runnable wake = () -> {};

    @Override
    public String name() {
      return "queued";
    }

    @Override
    public boolean step() {
      String next = work.poll();
      if (next == null) {
        idle.countDown();
        return false;
      }
      if (next.equals("fail")) {
        throw new IllegalStateException("on purpose");
      }
      done.add(next);
      return true;
    }

    @Override
    public void onReady(Runnable newWake) {
      wake = newWake;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }
}
