package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.resource.Replay.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares our answers with those of the real server, entry by entry. */
class CorpusTest {

  private static final Map<String, Boolean> ALL = Map.of("AllAlpha", true, "AllBeta", true);

  private static final List<String> NODES = List.of("foo", "test-node", "valid-node-name");

  @ParameterizedTest(name = "{0}, gates {1}")
  @CsvSource({
    "mutations, all", "mutations, default",
    "formats, all", "formats, default",
    "conversions, all", "conversions, default",
    "protocol, all", "protocol, default"
  })
  void answers_are_those_of_the_real_server(String part, String gates) {
    List<String> disagreements = new ArrayList<>();
    List<CorpusEntry> entries = CorpusEntry.of(part);
    try (FakeApiServer server = server(gates)) {
      Replay replay = new Replay(server.handler());
      for (CorpusEntry entry : entries) {
        List<Answer> wanted = new ArrayList<>();
        entry.answers(gates).forEach(answer -> wanted.add(Answer.recorded(answer)));
        List<Answer> got = replay.play(entry);
        for (int i = 0; i < Math.max(wanted.size(), got.size()); i++) {
          if (i >= wanted.size() || i >= got.size() || !wanted.get(i).agrees(got.get(i))) {
            disagreements.add(
                entry
                    + " step "
                    + (i + 1)
                    + "\n  want "
                    + (i < wanted.size() ? wanted.get(i) : "nothing")
                    + "\n  got  "
                    + (i < got.size() ? got.get(i) : "nothing"));
            break;
          }
        }
      }
    }
    assertThat(disagreements).isEmpty();
  }

  private static FakeApiServer server(String gates) {
    FakeApiServer server =
        FakeApiServer.start(
            ClusterConfig.builder(KubernetesVersion.parse("1.37"))
                .featureGates(gates.equals("all") ? ALL : Map.of())
                .runtimeConfig(List.of("api/all=true"))
                .seed(1)
                .build());
    Replay seed = new Replay(server.handler());
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
    return server;
  }

  private static void create(Replay seed, String resource, String text) {
    JsonNode body = JsonMapper.shared().readTree(text.replace('\'', '"'));
    assertThat(seed.send("POST", "/api/v1/" + resource, "application/json", body).code())
        .isEqualTo(201);
  }
}
