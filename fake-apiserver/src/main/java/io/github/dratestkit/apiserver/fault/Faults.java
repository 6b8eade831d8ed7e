package io.github.dratestkit.apiserver.fault;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A handler before another one that spoils chosen requests. Without a rule it changes nothing. The
 * first rule that matches a request and is not used up decides.
 */
public final class Faults implements ApiHandler {

  /** How a delay passes. */
  @FunctionalInterface
  public interface Waiting {
    /** Returns after {@code duration}. */
    void waitFor(Duration duration);
  }

  private final ApiHandler next;
  private final Waiting waiting;
  private final List<Rule> rules = new ArrayList<>();
  private final Set<SpoiledStream> open = ConcurrentHashMap.newKeySet();

  private Faults(ApiHandler next, Waiting waiting) {
    this.next = next;
    this.waiting = waiting;
  }

  /** Returns a handler before {@code next}; delays let the caller's thread sleep. */
  public static Faults before(ApiHandler next) {
    return new Faults(next, Faults::sleep);
  }

  /** Returns a handler before {@code next} whose delays pass as {@code waiting} lets them. */
  public static Faults before(ApiHandler next, Waiting waiting) {
    return new Faults(next, waiting);
  }

  /** Spoils the next {@code times} requests that match. */
  public synchronized void next(int times, RequestMatch match, Fault fault) {
    rules.add(new Rule(match, fault, times));
  }

  /** Spoils every request that matches, until {@link #heal}. */
  public void always(RequestMatch match, Fault fault) {
    next(Integer.MAX_VALUE, match, fault);
  }

  /** Forgets every rule; watches that are to be cut later go on. */
  public synchronized void heal() {
    rules.clear();
  }

  /** Cuts every open watch now, as a server does that restarts. */
  public void cutWatches() {
    open.forEach(SpoiledStream::cut);
  }

  @Override
  public ApiResponse handle(ApiRequest request) {
    Optional<Fault> fault = decide(request);
    return fault.isPresent() ? spoil(request, fault.get()) : keep(next.handle(request));
  }

  private synchronized Optional<Fault> decide(ApiRequest request) {
    for (Rule rule : rules) {
      if (rule.left > 0 && rule.match.matches(request)) {
        rule.left--;
        return Optional.of(rule.fault);
      }
    }
    return Optional.empty();
  }

  private ApiResponse spoil(ApiRequest request, Fault fault) {
    if (fault instanceof Fault.Refuse refuse) {
      return FaultAnswers.refusal(refuse);
    }
    if (fault instanceof Fault.Delay delay) {
      waiting.waitFor(delay.duration());
      return keep(next.handle(request));
    }
    if (fault instanceof Fault.LoseAnswer) {
      discard(next.handle(request));
      return FaultAnswers.lost();
    }
    if (fault instanceof Fault.Expire) {
      return FaultAnswers.expired();
    }
    ApiResponse response = keep(next.handle(request));
    if (fault instanceof Fault.CutAfter cut
        && response instanceof ApiResponse.Streaming streaming
        && streaming.frames() instanceof SpoiledStream spoiled) {
      spoiled.cutAfter(cut.events());
    }
    return response;
  }

  private ApiResponse keep(ApiResponse response) {
    if (!(response instanceof ApiResponse.Streaming streaming)) {
      return response;
    }
    SpoiledStream spoiled = new SpoiledStream(streaming.frames(), open::remove);
    open.add(spoiled);
    return new ApiResponse.Streaming(streaming.headers(), spoiled);
  }

  private static void discard(ApiResponse response) {
    if (response instanceof ApiResponse.Streaming streaming) {
      streaming.frames().close();
    }
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Rule {
    private final RequestMatch match;
    private final Fault fault;
    private int left;

    Rule(RequestMatch match, Fault fault, int left) {
      this.match = match;
      this.fault = fault;
      this.left = left;
    }
  }
}
