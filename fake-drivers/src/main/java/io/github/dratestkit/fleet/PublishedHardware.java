package io.github.dratestkit.fleet;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.junit.ClusterHardware;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.drivers.hardware.Offer;
import io.github.dratestkit.drivers.publish.Publisher;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills the cluster of a {@code @DraCluster} test: nodes node-1, node-2 and so on with the models
 * of the zoo, published as their drivers would. No kubelet runs, so pods are placed and do not
 * start.
 */
public final class PublishedHardware implements ClusterHardware {

  /** Made by the service loader. */
  public PublishedHardware() {}

  @Override
  public void install(FakeApiServer server, List<String> names, int nodes) {
    List<Hardware> hardware = names.stream().map(Hardware::parse).toList();
    ApiAccess access = ApiAccess.of(server.administrator());
    // The fleet starts no process here, so it needs no directory.
    Fleet fleet = new Fleet(Path.of(""), access, server.features(), server.timers());
    fleet.createClasses(hardware);
    for (int i = 1; i <= nodes; i++) {
      String place = "node-" + i;
      hardware.stream()
          .flatMap(item -> item.nodes(place).stream())
          .distinct()
          .forEach(node -> createNode(access, node));
      for (Hardware item : hardware) {
        for (Offer offer : item.offers(place)) {
          if (offer.isOnNode()) {
            Publisher.onNode(access.writes(), offer.driver(), offer.node()).publish(offer.pools());
          }
        }
      }
      fleet.publishForCluster(place, hardware);
    }
  }

  private static void createNode(ApiAccess access, String name) {
    Map<String, Quantity> capacity = new LinkedHashMap<>();
    capacity.put("cpu", new Quantity("64"));
    capacity.put("memory", new Quantity("256Gi"));
    capacity.put("ephemeral-storage", new Quantity("256Gi"));
    capacity.put("pods", new Quantity("110"));
    access
        .writes()
        .create(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .endMetadata()
                .withNewStatus()
                .withCapacity(capacity)
                .withAllocatable(capacity)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build());
  }
}
