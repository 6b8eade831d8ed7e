package io.github.dratestkit.apiserver.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.vertx5.Vertx5HttpClientFactory;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.http.HttpFront;
import io.github.dratestkit.apiserver.http.HttpOptions;
import io.github.dratestkit.apiserver.http.Kubeconfig;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client lives through the same on our server as on the real one, whatever lies between. */
@Timeout(120)
class ClientStoryTest {

  private final VirtualTimers timers = new VirtualTimers(Instant.parse("2026-11-30T12:00:00Z"));
  private final FakeApiServer server =
      FakeApiServer.start(ClusterConfig.builder(KubernetesVersion.LATEST).timers(timers).build());

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void in_process() throws Exception {
    try (KubernetesClient client = InProcess.client(server.handler())) {
      assertThat(ClientStory.tell(client, "story", timers::advance)).isEqualTo(recorded());
    }
  }

  /**
   * What a client speaks with: the JDK's own client, or Vert.x, which is the default of fabric8.
   */
  private enum Transport {
    JDK {
      @Override
      HttpClient.Factory factory() {
        return new JdkHttpClientFactory();
      }
    },
    VERTX {
      @Override
      HttpClient.Factory factory() {
        return new Vertx5HttpClientFactory();
      }
    };

    abstract HttpClient.Factory factory();
  }

  @ParameterizedTest
  @CsvSource({
    "JDK, HTTP, false",
    "JDK, HTTP, true",
    "JDK, HTTPS, false",
    "JDK, HTTPS, true",
    "VERTX, HTTP, false",
    "VERTX, HTTP, true",
    "VERTX, HTTPS, false",
    "VERTX, HTTPS, true"
  })
  void over_a_socket(Transport transport, HttpOptions.Scheme scheme, boolean onlyHttpWatches)
      throws Exception {
    HttpOptions options = new HttpOptions(scheme, "127.0.0.1", 0);
    try (HttpFront front = HttpFront.start(server.handler(), options);
        KubernetesClient client = client(transport, front, onlyHttpWatches)) {
      assertThat(ClientStory.tell(client, "story", timers::advance)).isEqualTo(recorded());
    }
  }

  @Test
  void through_a_remote_handler() throws Exception {
    try (HttpFront front = HttpFront.start(server.handler(), HttpOptions.https());
        RemoteApi remote = RemoteApi.of(Config.fromKubeconfig(Kubeconfig.of(front).yaml()));
        KubernetesClient client = InProcess.client(remote)) {
      assertThat(ClientStory.tell(client, "story", timers::advance)).isEqualTo(recorded());
    }
  }

  private static KubernetesClient client(
      Transport transport, HttpFront front, boolean onlyHttpWatches) {
    Config config = Config.fromKubeconfig(Kubeconfig.of(front).yaml());
    return new KubernetesClientBuilder()
        .withHttpClientFactory(transport.factory())
        .withConfig(new ConfigBuilder(config).withOnlyHttpWatches(onlyHttpWatches).build())
        .build();
  }

  private static List<String> recorded() throws Exception {
    try (InputStream resource =
        ClientStoryTest.class.getResourceAsStream("/upstream/client-story-1.37.2.txt")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }
}
