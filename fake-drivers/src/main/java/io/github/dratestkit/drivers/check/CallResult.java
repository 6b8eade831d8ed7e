package io.github.dratestkit.drivers.check;

import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.function.Supplier;

/** What came of one call: an answer, or the status with which it failed. */
record CallResult<T>(Optional<T> answer, String failure) {

  static <T> CallResult<T> of(Supplier<T> call) {
    try {
      return new CallResult<>(Optional.of(call.get()), "");
    } catch (StatusRuntimeException refused) {
      return new CallResult<>(Optional.empty(), refused.getStatus().toString());
    }
  }

  /** Returns the fact that there was an answer. */
  Finding finding(String fact) {
    return Finding.of(fact, answer.isPresent(), failure);
  }
}
