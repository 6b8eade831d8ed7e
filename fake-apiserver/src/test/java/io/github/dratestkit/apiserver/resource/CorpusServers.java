package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The servers that answer the corpus, ours and the real one, with the namespaces and nodes that its
 * scenarios count on.
 */
final class CorpusServers {

  /** Everything on, the defaults of 1.37, and off what can be turned off. */
  static final List<String> GATES = List.of("all", "default", "off");

  private static final Map<String, Map<String, Boolean>> VALUES =
      Map.of(
          "all", Map.of("AllAlpha", true, "AllBeta", true),
          "default", Map.of("AllAlpha", false),
          "off",
              Map.of(
                  "DRADeviceTaints", false,
                  "DRADeviceTaintRules", false,
                  "DRAConsumableCapacity", false,
                  "DRADeviceBindingConditions", false,
                  "DRAPartitionableDevices", false,
                  "DRAResourceClaimGranularStatusAuthorization", false));

  private static final List<String> NODES = List.of("foo", "test-node", "valid-node-name");

  private CorpusServers() {}

  static FakeApiServer ours(String gates) {
    FakeApiServer server =
        FakeApiServer.start(
            ClusterConfig.builder(KubernetesVersion.parse("1.37"))
                .featureGates(VALUES.get(gates))
                .runtimeConfig(List.of("api/all=true"))
                .seed(1)
                .build());
    prepare(server.handler());
    return server;
  }

  static RealCluster real(String gates) {
    String values =
        VALUES.get(gates).entrySet().stream()
            .map(gate -> gate.getKey() + "=" + gate.getValue())
            .collect(Collectors.joining(","));
    RealCluster cluster =
        RealCluster.start(
            List.of("-with", "", "-runtime-config", "api/all=true", "-feature-gates", values));
    prepare(cluster.handler());
    try {
      // Admission sees nodes through an informer, which nothing but time tells of.
      Thread.sleep(3_000);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return cluster;
  }

  private static void prepare(ApiHandler server) {
    Replay seed = new Replay(server);
    create(seed, "namespaces", "{'metadata':{'name':'corpus'}}");
    create(
        seed,
        "namespaces",
        "{'metadata':{'name':'corpus-admin','labels':{'resource.kubernetes.io/admin-access':'true'}}}");
    for (String node : NODES) {
      create(
          seed,
          "nodes",
          "{'metadata':{'name':'"
              + node
              + "','labels':{'corpus':'full'}},"
              + "'status':{'declaredFeatures':['DRANodeAllocatableResources']}}");
    }
    create(seed, "nodes", "{'metadata':{'name':'corpus-plain','labels':{'corpus':'plain'}}}");
  }

  private static void create(Replay seed, String resource, String text) {
    JsonNode body = JsonMapper.shared().readTree(text.replace('\'', '"'));
    assertThat(seed.send("POST", "/api/v1/" + resource, "application/json", body).code())
        .isEqualTo(201);
  }
}
