package io.github.dratestkit.controlplane.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ControllerMetricsTest {

  @Test
  void claims_that_a_controller_makes_and_pods_that_it_drives_out_are_counted() {
    try (FakeApiServer server =
        FakeApiServer.start(ClusterConfig.builder(KubernetesVersion.LATEST).build())) {
      ApiAccess access = ApiAccess.of(server.handler());
      ControllerMetrics metrics = new ControllerMetrics();
      metrics
          .counting("resourceclaim-controller", access)
          .writes()
          .create(
              new ResourceClaimBuilder()
                  .withNewMetadata()
                  .withNamespace("default")
                  .withName("made")
                  .endMetadata()
                  .withNewSpec()
                  .endSpec()
                  .build());
      access
          .writes()
          .create(
              new PodBuilder()
                  .withNewMetadata()
                  .withNamespace("default")
                  .withName("driven-out")
                  .endMetadata()
                  .withNewSpec()
                  .addNewContainer()
                  .withName("c")
                  .withImage("i")
                  .endContainer()
                  .endSpec()
                  .build());
      metrics
          .counting("device-taint-eviction-controller", access)
          .writes()
          .delete(Pod.class, "default", "driven-out", new DeleteOptions());

      assertThat(textOf(metrics, access))
          .contains(
              "# TYPE dynamic_resource_allocation_resourceclaim_creates_total counter\n"
                  + "dynamic_resource_allocation_resourceclaim_creates_total{"
                  + "admin_access=\"false\",owner_api_group=\"\",owner_api_kind=\"\","
                  + "status=\"success\"} 1\n",
              "dynamic_resource_allocation_resource_claims{"
                  + "admin_access=\"false\",allocated=\"false\",source=\"\"} 1\n",
              "device_taint_eviction_controller_pod_deletions_total 1\n");
    }
  }

  private static String textOf(ControllerMetrics metrics, ApiAccess access) {
    ApiResponse response =
        metrics.page(access).handle(ApiRequest.of("GET", "/metrics/controllers"));
    return new String(((ApiResponse.Complete) response).body(), StandardCharsets.UTF_8);
  }
}
