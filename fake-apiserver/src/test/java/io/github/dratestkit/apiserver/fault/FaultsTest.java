package io.github.dratestkit.apiserver.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.EventStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FaultsTest {

  private static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

  private final List<ApiRequest> served = new ArrayList<>();
  private final List<Duration> waited = new ArrayList<>();
  private final Numbers numbers = new Numbers();
  private final Faults faults = Faults.before(this::serve, waited::add);

  @Test
  void without_a_rule_nothing_changes() {
    assertThat(put("a").code()).isEqualTo(200);
  }

  @Test
  void a_refusal_reaches_only_what_matches_and_only_so_often() {
    faults.next(
        2,
        RequestMatch.writes().resource("resourceclaims").subresource("status"),
        Fault.Refuse.conflict());

    assertThat(put("a").code()).isEqualTo(200);
    assertThat(put("a/status").code()).isEqualTo(409);
    assertThat(ask("GET", CLAIMS + "/a/status").code()).isEqualTo(200);
    assertThat(put("b/status").code()).isEqualTo(409);
    assertThat(put("a/status").code()).isEqualTo(200);
    assertThat(served).hasSize(3);
  }

  @Test
  void a_refusal_is_a_status_and_may_say_when_to_try_again() {
    faults.always(
        RequestMatch.any().from("kube-scheduler"),
        Fault.Refuse.tooManyRequests(Duration.ofSeconds(3)));

    ApiResponse.Complete refused =
        (ApiResponse.Complete)
            faults.handle(
                ApiRequest.of("GET", CLAIMS).withHeader("User-Agent", "kube-scheduler/x"));

    assertThat(refused.code()).isEqualTo(429);
    assertThat(refused.headers().get("Retry-After")).containsExactly("3");
    assertThat(new String(refused.body(), StandardCharsets.UTF_8))
        .contains("\"kind\":\"Status\"")
        .contains("\"reason\":\"TooManyRequests\"");
    faults.heal();
    assertThat(
            faults
                .handle(ApiRequest.of("GET", CLAIMS).withHeader("User-Agent", "kube-scheduler/x"))
                .code())
        .isEqualTo(200);
  }

  @Test
  void a_lost_answer_is_of_something_that_was_done() {
    faults.next(1, RequestMatch.any().method("PUT").named("a"), new Fault.LoseAnswer());

    assertThat(put("a").code()).isEqualTo(504);
    assertThat(served).hasSize(1);
  }

  @Test
  void a_delay_passes_before_the_server_sees_the_request() {
    faults.next(1, RequestMatch.reads(), new Fault.Delay(Duration.ofSeconds(2)));

    assertThat(ask("GET", CLAIMS).code()).isEqualTo(200);
    assertThat(waited).containsExactly(Duration.ofSeconds(2));
  }

  @Test
  void a_watch_is_cut_after_some_events_and_the_server_hears_of_it() {
    faults.next(1, RequestMatch.watches(), new Fault.CutAfter(2));
    EventStream stream = watch();
    numbers.offer("1", "2", "3");

    assertThat(stream.poll()).isEqualTo(bytes("1"));
    assertThat(stream.ended()).isFalse();
    assertThat(stream.poll()).isEqualTo(bytes("2"));
    assertThat(stream.poll()).isNull();
    assertThat(stream.ended()).isTrue();
  }

  @Test
  void all_watches_are_cut_at_once_and_their_readers_woken() {
    EventStream stream = watch();
    AtomicInteger wakes = new AtomicInteger();
    stream.onReady(wakes::incrementAndGet);
    numbers.offer("1");

    faults.cutWatches();

    assertThat(wakes).hasValue(1);
    assertThat(stream.poll()).isNull();
    assertThat(stream.ended()).isTrue();
    assertThat(numbers.closed).isTrue();
  }

  @Test
  void an_expired_watch_says_so_once_and_ends() {
    faults.next(1, RequestMatch.watches().resource("resourceclaims"), new Fault.Expire());

    EventStream stream = watch();

    assertThat(new String(stream.poll(), StandardCharsets.UTF_8))
        .startsWith("{\"type\":\"ERROR\"")
        .contains("\"code\":410");
    assertThat(stream.poll()).isNull();
    assertThat(stream.ended()).isTrue();
    assertThat(served).isEmpty();
  }

  private ApiResponse put(String name) {
    return ask("PUT", CLAIMS + "/" + name);
  }

  private ApiResponse ask(String method, String path) {
    return faults.handle(ApiRequest.of(method, path));
  }

  private EventStream watch() {
    ApiResponse response =
        faults.handle(ApiRequest.of("GET", CLAIMS).withParameter("watch", "true"));
    return ((ApiResponse.Streaming) response).frames();
  }

  private ApiResponse serve(ApiRequest request) {
    served.add(request);
    return request.parameter("watch").isPresent()
        ? new ApiResponse.Streaming(Map.of(), numbers)
        : new ApiResponse.Complete(200, Map.of(), new byte[0]);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A stream of what a test offers. */
  private static final class Numbers implements EventStream {
    private final Queue<byte[]> frames = new ArrayDeque<>();
    boolean closed;

    void offer(String... numbers) {
      for (String number : numbers) {
        frames.add(bytes(number));
      }
    }

    @Override
    public byte[] poll() {
      return frames.poll();
    }

    @Override
    public boolean ended() {
      return false;
    }

    @Override
    public void onReady(Runnable wake) {}

    @Override
    public void close() {
      closed = true;
    }
  }
}
