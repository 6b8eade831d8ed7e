package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.FakeApiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares our answers as an older version with those of the real server that emulates it. */
class OlderVersionsTest {

  @ParameterizedTest(name = "{0}-{1}")
  @CsvSource({
    "1.34, default", "1.34, on", "1.34, plain",
    "1.35, default", "1.35, on", "1.35, plain",
    "1.36, default", "1.36, on", "1.36, plain"
  })
  void answers_are_those_of_the_real_server_that_emulates_it(String version, String gates) {
    List<CorpusEntry> entries =
        CorpusEntry.of(KubernetesVersion.parse(version)).stream()
            .filter(entry -> entry.answers().has(gates))
            .toList();
    List<String> disagreements = new ArrayList<>();
    try (FakeApiServer server = CorpusServers.ours(version + "-" + gates)) {
      server.restore(CorpusServers.leftBehind(entries));
      Replay replay = new Replay(server.handler());
      for (CorpusEntry entry : entries) {
        String difference = Answer.difference(entry.recorded(gates), replay.play(entry));
        if (!difference.isEmpty()) {
          disagreements.add(entry + difference);
        }
      }
    }
    assertThat(entries).isNotEmpty();
    assertThat(disagreements).isEmpty();
  }
}
