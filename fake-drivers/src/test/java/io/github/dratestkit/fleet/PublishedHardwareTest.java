package io.github.dratestkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.dratestkit.apiserver.junit.DraCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

@DraCluster(hardware = "h100-80gb:2", nodes = 2)
class PublishedHardwareTest {

  @Test
  void a_test_cluster_has_the_nodes_classes_and_slices_it_asks_for(KubernetesClient client) {
    List<ResourceSlice> slices = client.resources(ResourceSlice.class).list().getItems();

    assertThat(client.nodes().list().getItems())
        .extracting(node -> node.getMetadata().getName())
        .containsExactly("node-1", "node-2");
    assertThat(slices)
        .extracting(slice -> slice.getSpec().getNodeName())
        .containsExactlyInAnyOrder("node-1", "node-2");
    assertThat(slices).allSatisfy(slice -> assertThat(slice.getSpec().getDevices()).hasSize(2));
    assertThat(client.resources(DeviceClass.class).withName("gpu.nvidia.com").get()).isNotNull();
  }
}
