package io.github.dratestkit.apiserver.fault;

import java.time.Duration;
import java.util.Optional;

/** What happens to a request. */
public sealed interface Fault {

  /**
   * The server refuses and does nothing.
   *
   * @param code the HTTP status
   * @param reason the reason of the Status, such as {@code InternalError}
   * @param retryAfter what the client is told to wait, if anything; whole seconds
   */
  record Refuse(int code, String reason, Optional<Duration> retryAfter) implements Fault {

    /** 500, as of a server whose storage fails. */
    public static Refuse internalError() {
      return new Refuse(500, "InternalError", Optional.empty());
    }

    /** 409, as if somebody else had written in between. */
    public static Refuse conflict() {
      return new Refuse(409, "Conflict", Optional.empty());
    }

    /** 429, as of a server that protects itself. */
    public static Refuse tooManyRequests(Duration retryAfter) {
      return new Refuse(429, "TooManyRequests", Optional.of(retryAfter));
    }

    /** 503, as of a server that is starting or stopping. */
    public static Refuse unavailable() {
      return new Refuse(503, "ServiceUnavailable", Optional.empty());
    }
  }

  /** The server does what was asked, but the answer is lost: the client sees a 504 instead. */
  record LoseAnswer() implements Fault {}

  /** The request waits before the server sees it. */
  record Delay(Duration duration) implements Fault {}

  /** The watch is cut after some events; what follows must be watched for again. */
  record CutAfter(int events) implements Fault {}

  /** The watch says at once that its history has expired, so the client must list again. */
  record Expire() implements Fault {}
}
