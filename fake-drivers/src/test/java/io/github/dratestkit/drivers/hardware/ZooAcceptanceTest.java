package io.github.dratestkit.drivers.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.drivers.publish.Publisher;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every model is accepted by a server with default gates, whole, and a second time is no change.
 */
class ZooAcceptanceTest {

  static List<String> models() {
    return Hardware.list();
  }

  @ParameterizedTest
  @MethodSource("models")
  void a_server_takes_everything_and_drops_nothing(String model) {
    try (FakeApiServer server =
        FakeApiServer.start(
            ClusterConfig.builder(KubernetesVersion.parse("1.37")).seed(1).build())) {
      ApiAccess api = ApiAccess.of(server.handler());
      api.writes().create(new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build());
      Hardware hardware = Hardware.named(model);
      hardware.deviceClasses().forEach(deviceClass -> api.writes().create(deviceClass));
      for (Offer offer : hardware.offers("n1")) {
        Publisher publisher =
            offer.isOnNode()
                ? Publisher.onNode(api.writes(), offer.driver(), "n1")
                : Publisher.forCluster(api.writes(), offer.driver());
        assertThat(publisher.publish(offer.pools())).isEmpty();
        assertThat(publisher.published())
            .hasSize(offer.pools().get(0).slices().size())
            .allSatisfy(
                slice -> assertThat(slice.getSpec().getPool().getGeneration()).isEqualTo(1));
        assertThat(publisher.begin(offer.pools()).remaining()).isEmpty();
      }
    }
  }
}
