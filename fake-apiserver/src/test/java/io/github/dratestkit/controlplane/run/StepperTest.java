package io.github.dratestkit.controlplane.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.Loop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class StepperTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final VirtualTimers timers = new VirtualTimers(START);
  private final List<String> log = new ArrayList<>();

  @Test
  void it_settles_when_no_loop_has_anything_left_to_do() {
    Stepper stepper = new Stepper(List.of(worker("a", 3), worker("b", 2)), timers, 1);

    stepper.settle();

    assertThat(log).containsOnly("a", "b").hasSize(5);
    assertThat(timers.instant()).isEqualTo(START);
    assertThat(stepper.step()).isFalse();
  }

  @Test
  void one_seed_gives_one_order_and_other_seeds_give_others() {
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < 20; seed++) {
      List<String> once = order(seed);
      assertThat(order(seed)).isEqualTo(once);
      orders.add(once);
    }
    assertThat(orders).hasSizeGreaterThan(5);
  }

  @Test
  void a_woken_loop_moves_again() {
    Scripted loop = worker("a", 1);
    Stepper stepper = new Stepper(List.of(loop), timers, 1);
    stepper.settle();

    loop.left = 1;
    assertThat(stepper.step()).isFalse();
    loop.wake.run();
    stepper.settle();

    assertThat(log).containsExactly("a", "a");
  }

  @Test
  void time_moves_alarm_by_alarm_and_loops_settle_at_each() {
    Scripted loop = worker("a", 0);
    Stepper stepper = new Stepper(List.of(loop), timers, 1);
    for (int second : List.of(5, 3, 20)) {
      timers.at(
          START.plusSeconds(second),
          () -> {
            loop.left = 1;
            loop.wake.run();
          });
    }
    loop.whenWorking = () -> log.add(Duration.between(START, timers.instant()).toSeconds() + " s");

    stepper.advance(Duration.ofSeconds(10));

    assertThat(log).containsExactly("a", "3 s", "a", "5 s");
    assertThat(timers.instant()).isEqualTo(START.plusSeconds(10));
  }

  @Test
  void a_refused_loop_rests_in_virtual_time_and_tries_again() {
    Scripted loop = worker("a", 1);
    List<ApiException> refusals =
        new ArrayList<>(List.of(new ApiException(500, "", ""), new ApiException(500, "", "")));
    loop.whenWorking =
        () -> {
          if (!refusals.isEmpty()) {
            loop.left = 1;
            throw refusals.remove(0);
          }
        };
    Stepper stepper = new Stepper(List.of(loop), timers, 1);

    stepper.settle();
    assertThat(log).containsExactly("a");
    assertThat(stepper.advanceUntil(() -> log.size() == 3, Duration.ofMinutes(1))).isTrue();
    assertThat(timers.instant()).isEqualTo(START.plusMillis(600));
  }

  @Test
  void a_condition_that_never_holds_is_given_up_at_the_limit() {
    Stepper stepper = new Stepper(List.of(), timers, 1);
    BooleanSupplier never = () -> false;

    assertThat(stepper.advanceUntil(never, Duration.ofSeconds(7))).isFalse();
    assertThat(timers.instant()).isEqualTo(START.plusSeconds(7));
  }

  @Test
  void loops_that_never_rest_are_named() {
    Stepper stepper = new Stepper(List.of(worker("restless", Integer.MAX_VALUE)), timers, 1);
    log.clear();

    assertThatThrownBy(stepper::settle)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the loops do not come to rest; steps so far: restless 200000");
  }

  @Test
  void a_loop_can_be_thrown_away_and_made_anew_between_steps() {
    Scripted old = worker("a", 5);
    Stepper stepper = new Stepper(List.of(old), timers, 1);
    stepper.step();

    stepper.replace(worker("a", 1));
    stepper.settle();

    assertThat(old.closed).isTrue();
    assertThat(log).containsExactly("a", "a");
    assertThatThrownBy(() -> stepper.remove("b")).hasMessage("no loop is called \"b\": [a]");
  }

  private List<String> order(long seed) {
    log.clear();
    new Stepper(List.of(worker("a", 4), worker("b", 4)), timers, seed).settle();
    return List.copyOf(log);
  }

  private Scripted worker(String name, int steps) {
    return new Scripted(name, steps, log);
  }

  /** A loop with a number of pieces of work. */
  static final class Scripted implements Loop {
    private final String name;
    private final List<String> log;
    int left;
    boolean closed;
    Runnable wake = () -> {};
    Runnable whenWorking = () -> {};

    Scripted(String name, int left, List<String> log) {
      this.name = name;
      this.left = left;
      this.log = log;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean step() {
      if (left == 0) {
        return false;
      }
      left--;
      log.add(name);
      whenWorking.run();
      return true;
    }

    @Override
    public void onReady(Runnable newWake) {
      wake = newWake;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
