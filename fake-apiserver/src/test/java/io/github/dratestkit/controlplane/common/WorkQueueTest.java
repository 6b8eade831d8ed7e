package io.github.dratestkit.controlplane.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.apiserver.time.VirtualTimers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkQueueTest {

  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

  private final VirtualTimers timers = new VirtualTimers(START);
  private final WorkQueue<String> queue = new WorkQueue<>(timers);

  @Test
  void keys_come_in_the_order_in_which_they_were_added_and_once() {
    queue.add("b");
    queue.add("a");
    queue.add("b");

    assertThat(queue.poll()).contains("b");
    assertThat(queue.poll()).contains("a");
    assertThat(queue.poll()).isEmpty();
  }

  @Test
  void a_delayed_key_comes_when_its_time_has_come() {
    queue.addAfter("later", Duration.ofSeconds(10));

    assertThat(queue.poll()).isEmpty();
    timers.moveTo(START.plusSeconds(10));
    assertThat(queue.poll()).contains("later");
  }

  @Test
  void each_failure_doubles_the_pause() {
    queue.retry("key");
    timers.moveTo(START.plusMillis(5));
    assertThat(queue.poll()).contains("key");

    queue.retry("key");
    timers.moveTo(START.plusMillis(14));
    assertThat(queue.poll()).isEmpty();
    timers.moveTo(START.plusMillis(15));
    assertThat(queue.poll()).contains("key");
  }

  @Test
  void success_makes_the_first_pause_short_again() {
    queue.retry("key");
    queue.retry("key");
    queue.forget("key");

    assertThat(queue.failuresOf("key")).isZero();
  }
}
