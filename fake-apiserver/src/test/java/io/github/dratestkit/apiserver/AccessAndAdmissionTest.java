package io.github.dratestkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may do what, and what admission makes of it, held against what the real server answered with
 * roles and without controllers. Refusals are compared word for word.
 */
class AccessAndAdmissionTest {

  /** Recorded with the admission of nodes by their conditions, which is off here. */
  private static final List<String> WITH_MORE_ADMISSION = List.of("admission-nodes");

  @ParameterizedTest
  @MethodSource("conversations")
  void answers_are_those_of_the_real_server(String file) throws IOException {
    assertThat(RecordedConversation.differences(file)).isEmpty();
  }

  static Stream<String> conversations() throws IOException, URISyntaxException {
    Stream.Builder<String> files = Stream.builder();
    for (String folder : List.of("access", "admission")) {
      Path path =
          Path.of(
              Objects.requireNonNull(
                      AccessAndAdmissionTest.class.getResource("/upstream/" + folder))
                  .toURI());
      try (Stream<Path> all = Files.list(path)) {
        all.map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".yaml"))
            .map(name -> name.substring(0, name.length() - ".yaml".length()))
            .filter(name -> !WITH_MORE_ADMISSION.contains(name))
            .sorted()
            .forEach(name -> files.add(folder + "/" + name));
      }
    }
    return files.build();
  }
}
