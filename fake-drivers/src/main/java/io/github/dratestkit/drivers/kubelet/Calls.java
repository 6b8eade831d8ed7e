package io.github.dratestkit.drivers.kubelet;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.github.dratestkit.apiserver.time.Timers;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls to plugins that are under way. Each ends once: with its answer, an error, or after its
 * time by the kubelet's clock.
 */
final class Calls {

  private final Timers timers;
  private final Inbox inbox;
  private final Duration patience;
  private int recent;
  private int open;

  Calls(Timers timers, Inbox inbox, Duration patience) {
    this.timers = timers;
    this.inbox = inbox;
    this.patience = patience;
  }

  /** Hands the outcome of a call over on the kubelet's thread. */
  <T> void start(
      ListenableFuture<T> call, Duration limit, Consumer<T> answered, Consumer<String> failed) {
    recent++;
    open++;
    boolean[] ended = new boolean[1];
    Timers.Alarm alarm =
        timers.at(
            timers.instant().plus(limit),
            () -> inbox.put(() -> end(ended, () -> giveUp(call, failed))));
    Futures.addCallback(
        call,
        new FutureCallback<T>() {
          @Override
          public void onSuccess(@Nullable T answer) {
            T message = Objects.requireNonNull(answer, "a call has no answer");
            inbox.put(() -> end(ended, () -> answered.accept(message)));
            alarm.cancel();
          }

          @Override
          public void onFailure(Throwable failure) {
            inbox.put(() -> end(ended, () -> failed.accept(text(failure))));
            alarm.cancel();
          }
        },
        MoreExecutors.directExecutor());
  }

  /**
   * Waits for an answer if calls have been started since the last wait that was in vain. So a
   * driver that answers is waited for, and one that hangs holds nobody up twice.
   */
  boolean settle() {
    if (open == 0 || recent == 0) {
      return false;
    }
    if (inbox.await(patience)) {
      return true;
    }
    recent = 0;
    return false;
  }

  private void end(boolean[] ended, Runnable outcome) {
    if (ended[0]) {
      return;
    }
    ended[0] = true;
    open--;
    outcome.run();
  }

  private static void giveUp(ListenableFuture<?> call, Consumer<String> failed) {
    call.cancel(true);
    failed.accept("rpc error: code = DeadlineExceeded desc = context deadline exceeded");
  }

  /** The form in which a Go program prints the status of a call. */
  private static String text(Throwable failure) {
    if (!(failure instanceof StatusRuntimeException refused)) {
      return String.valueOf(failure.getMessage());
    }
    Status status = refused.getStatus();
    String description = status.getDescription() == null ? "" : status.getDescription();
    return "rpc error: code = %s desc = %s".formatted(camel(status.getCode()), description);
  }

  private static String camel(Status.Code code) {
    StringBuilder name = new StringBuilder();
    for (String word : code.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
