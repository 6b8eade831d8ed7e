package io.github.dratestkit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.InProcess;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server explains each of its claims. */
class ExplainPageTest {

  private final FakeApiServer server =
      FakeApiServer.start(ClusterConfig.builder(KubernetesVersion.LATEST).build());

  @BeforeEach
  void mountAndAsk() {
    ExplainPage.mountOn(server);
    try (KubernetesClient client = InProcess.client(server.administrator())) {
      client
          .resource(
              new ResourceClaimBuilder()
                  .withNewMetadata()
                  .withNamespace("default")
                  .withName("training")
                  .endMetadata()
                  .withNewSpec()
                  .withNewDevices()
                  .addNewRequest()
                  .withName("gpu")
                  .withNewExactly()
                  .withDeviceClassName("gpu.example.com")
                  .endExactly()
                  .endRequest()
                  .endDevices()
                  .endSpec()
                  .build())
          .create();
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_claim_that_no_class_serves_is_explained_in_words() {
    ApiResponse.Complete answer = get("/debug/explain/default/training", "*/*");

    assertThat(answer.code()).isEqualTo(200);
    assertThat(body(answer)).contains("training").contains("gpu.example.com");
  }

  @Test
  void a_program_gets_a_tree() {
    ApiResponse.Complete answer = get("/debug/explain/default/training", "application/json");

    assertThat(answer.code()).isEqualTo(200);
    assertThat(body(answer)).startsWith("{").contains("training");
  }

  @Test
  void a_claim_that_is_not_there_is_not_found() {
    ApiResponse.Complete answer = get("/debug/explain/default/other", "*/*");

    assertThat(answer.code()).isEqualTo(404);
    assertThat(body(answer)).contains("there is no claim default/other");
  }

  private ApiResponse.Complete get(String path, String accept) {
    return (ApiResponse.Complete)
        server.handler().handle(ApiRequest.of("GET", path).withHeader("Accept", accept));
  }

  private static String body(ApiResponse.Complete answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
