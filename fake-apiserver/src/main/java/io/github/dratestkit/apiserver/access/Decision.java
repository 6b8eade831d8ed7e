package io.github.dratestkit.apiserver.access;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an authorizer says.
 *
 * @param reason why, as reviews and refusals show it; empty if there is nothing to say
 */
record Decision(boolean allowed, String reason) {

  /** No, without a reason. */
  static final Decision NO_OPINION = new Decision(false, "");

  static Decision allow(String reason) {
    return new Decision(true, reason);
  }

  static Decision deny(String reason) {
    return new Decision(false, reason);
  }

  /** Returns what two authorizers, asked in turn, say together. */
  Decision or(Decision other) {
    if (other.allowed()) {
      return other;
    }
    return deny(
        Stream.of(reason, other.reason)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("\n")));
  }
}
