package io.github.dratestkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.dratestkit.apiserver.client.InProcess;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FakeApiServerTest {

  private final FakeApiServer server = FakeApiServer.start(ClusterConfig.kubernetes("1.37"));
  private final KubernetesClient client = InProcess.client(server.handler());

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void object_is_created_read_and_listed() {
    client.resource(configMap("a")).create();

    assertThat(client.configMaps().inNamespace("default").withName("a").get().getData())
        .containsEntry("k", "v");
    assertThat(client.configMaps().inNamespace("default").list().getItems()).hasSize(1);
  }

  @Test
  void stale_version_is_a_conflict() {
    ConfigMap created = client.resource(configMap("a")).create();
    client.resource(new ConfigMapBuilder(created).withData(Map.of("k", "w")).build()).update();

    assertThatThrownBy(() -> client.resource(created).update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            refused -> assertThat(refused.getCode()).isEqualTo(409));
  }

  @Test
  void namespace_must_exist() {
    assertThatThrownBy(
            () ->
                client
                    .resource(
                        new ConfigMapBuilder(configMap("a"))
                            .editMetadata()
                            .withNamespace("nowhere")
                            .endMetadata()
                            .build())
                    .create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("namespaces \"nowhere\" not found");
  }

  @Test
  void merge_patch_changes_one_field() {
    client.resource(configMap("a")).create();

    ApiResponse answer =
        server
            .handler()
            .handle(
                ApiRequest.of("PATCH", "/api/v1/namespaces/default/configmaps/a")
                    .withBody(
                        "application/merge-patch+json",
                        "{\"data\":{\"l\":\"w\"}}".getBytes(StandardCharsets.UTF_8)));

    assertThat(answer.code()).isEqualTo(200);
    assertThat(client.configMaps().inNamespace("default").withName("a").get().getData())
        .containsEntry("k", "v")
        .containsEntry("l", "w");
  }

  @Test
  void reset_puts_everything_back_under_new_versions() {
    String before = version();
    client.resource(configMap("a")).create();

    server.reset();

    assertThat(client.configMaps().inNamespace("default").list().getItems()).isEmpty();
    assertThat(Long.parseLong(version())).isGreaterThan(Long.parseLong(before));
  }

  @Test
  void unknown_resource_of_a_known_group_is_a_status() {
    ApiResponse answer =
        server.handler().handle(ApiRequest.of("GET", "/apis/resource.k8s.io/v1/nonsense"));

    assertThat(answer.code()).isEqualTo(404);
    assertThat(answer.headers().get("Content-Type")).containsExactly("application/json");
  }

  private String version() {
    return client.configMaps().inNamespace("default").list().getMetadata().getResourceVersion();
  }

  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .addToData("k", "v")
        .build();
  }
}
