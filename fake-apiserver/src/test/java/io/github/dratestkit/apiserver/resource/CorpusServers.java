package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.store.View;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The servers that answer the corpus, ours and the real one, with the namespaces and nodes that its
 * scenarios count on. How they are started has a name, see {@link ServerSetting}.
 */
final class CorpusServers {

  /** Everything on, the defaults of 1.37, and off what can be turned off. */
  static final List<String> GATES = List.of("all", "default", "off");

  private static final List<String> NODES = List.of("foo", "test-node", "valid-node-name");
  private static final List<Integer> THERE = List.of(201, 409);

  private CorpusServers() {}

  static FakeApiServer ours(String setting) {
    FakeApiServer server = FakeApiServer.start(ServerSetting.named(setting).config());
    prepare(server.handler());
    return server;
  }

  static RealCluster real(String setting) {
    return prepared(RealCluster.start(ServerSetting.named(setting).flags()));
  }

  /** Starts the real server on what another one, which has ended, has left in a folder. */
  static RealCluster real(String setting, Path folder) {
    return prepared(RealCluster.start(folder, ServerSetting.named(setting).flags()));
  }

  /** Returns what our 1.37 with every gate on holds after the first parts of scenarios. */
  static View leftBehind(List<CorpusEntry> entries) {
    try (FakeApiServer server = ours("all")) {
      playBefore(new Replay(server.handler()), entries);
      return server.snapshot();
    }
  }

  static void playBefore(Replay replay, List<CorpusEntry> entries) {
    entries.forEach(entry -> replay.play(entry.before(), new ArrayList<>()));
  }

  private static RealCluster prepared(RealCluster cluster) {
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
        .isIn(THERE);
  }
}
