package io.github.dratestkit.apiserver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.http.HttpFront;
import io.github.dratestkit.apiserver.http.HttpOptions;
import io.github.dratestkit.apiserver.http.Kubeconfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemoteApiTest {

  @Test
  void feeds_and_writes_work_over_a_socket_as_in_process() throws Exception {
    ConfigMapApi api = new ConfigMapApi();
    try (HttpFront front = HttpFront.start(api, HttpOptions.http());
        RemoteApi remote = remote(front)) {
      ApiAccess access = ApiAccess.of(remote).as("tester");
      Feed<ConfigMap> feed = access.feed(ConfigMap.class);
      Semaphore wakes = new Semaphore(0);
      feed.onReady(wakes::release);
      assertThat(((Feed.Event.Listed<ConfigMap>) feed.poll().orElseThrow()).objects()).isEmpty();

      access.writes().create(ListWatchFeedTest.map("a", "1"));
      assertThat(next(feed, wakes)).isInstanceOf(Feed.Event.Added.class);
      api.cutWatches();
      access.writes().update(ListWatchFeedTest.map("a", "2"));
      assertThat(next(feed, wakes)).isInstanceOf(Feed.Event.Modified.class);
      feed.close();

      assertThat(api.requests.get(1).header("user-agent")).contains("tester");
    }
  }

  @Test
  void path_query_headers_and_body_arrive_as_they_were_sent() {
    List<ApiRequest> arrived = new CopyOnWriteArrayList<>();
    try (HttpFront front =
            HttpFront.start(
                request -> {
                  arrived.add(request);
                  return new ApiResponse.Complete(
                      201, Map.of("Warning", List.of("299 - x")), "yes".getBytes());
                },
                HttpOptions.http());
        RemoteApi remote = remote(front)) {
      ApiResponse answer =
          remote.handle(
              new ApiRequest(
                      "PATCH",
                      "/api/v1/namespaces/a b/things/ä+%",
                      Map.of("labelSelector", List.of("a in (b, c)", "d=e&f")),
                      Map.of("impersonate-user", List.of("alice")),
                      new byte[0])
                  .withBody("application/merge-patch+json", "{}".getBytes()));

      ApiRequest request = arrived.get(0);
      assertThat(request.method()).isEqualTo("PATCH");
      assertThat(request.path()).isEqualTo("/api/v1/namespaces/a b/things/ä+%");
      assertThat(request.query().get("labelSelector")).containsExactly("a in (b, c)", "d=e&f");
      assertThat(request.header("impersonate-user")).contains("alice");
      assertThat(request.header("content-type")).contains("application/merge-patch+json");
      assertThat(request.body()).isEqualTo("{}".getBytes());
      assertThat(answer.code()).isEqualTo(201);
      assertThat(answer.headers().get("warning")).containsExactly("299 - x");
    }
  }

  @Test
  void a_server_that_cannot_be_reached_is_a_503() {
    int closedPort;
    try (HttpFront front = HttpFront.start(new ConfigMapApi(), HttpOptions.http())) {
      closedPort = front.port();
    }
    Config config =
        new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:" + closedPort).build();
    try (RemoteApi remote = RemoteApi.of(config)) {
      Writes writes = ApiAccess.of(remote).writes();

      assertThatThrownBy(() -> writes.list(ConfigMap.class, "", FeedOptions.ALL))
          .isInstanceOfSatisfying(
              ApiException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo(503);
                assertThat(refused).hasMessageContaining("cannot reach http://127.0.0.1:");
              });
    }
  }

  private static RemoteApi remote(HttpFront front) {
    return RemoteApi.of(Config.fromKubeconfig(Kubeconfig.of(front).yaml()));
  }

  private static Feed.Event<ConfigMap> next(Feed<ConfigMap> feed, Semaphore wakes)
      throws InterruptedException {
    while (true) {
      Optional<Feed.Event<ConfigMap>> event = feed.poll();
      if (event.isPresent()) {
        return event.get();
      }
      assertThat(wakes.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
