package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.apiserver.FakeApiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares our answers with those of the real server, entry by entry; there is no exception. */
class CorpusTest {

  @ParameterizedTest(name = "{0}, gates {1}")
  @CsvSource({
    "mutations, all",
    "mutations, default",
    "formats, all",
    "formats, default",
    "conversions, all",
    "conversions, default",
    "protocol, all",
    "protocol, default",
    "rules, all",
    "rules, default",
    "rules, off",
    "random, all",
    "random, default",
    "random, off"
  })
  void answers_are_those_of_the_real_server(String part, String gates) {
    List<String> disagreements = new ArrayList<>();
    try (FakeApiServer server = CorpusServers.ours(gates)) {
      Replay replay = new Replay(server.handler());
      for (CorpusEntry entry : CorpusEntry.of(part)) {
        String difference = Answer.difference(entry.recorded(gates), replay.play(entry));
        if (!difference.isEmpty()) {
          disagreements.add(entry + difference);
        }
      }
    }
    assertThat(disagreements).isEmpty();
  }
}
