package io.github.dratestkit.controlplane.claims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GeneratedNameTest {

  @Test
  void short_names_are_joined_and_end_with_a_hyphen() {
    assertThat(GeneratedName.of("web", "gpu")).isEqualTo("web-gpu-");
  }

  @Test
  void a_prefix_of_57_characters_is_kept_whole() {
    String owner = "p".repeat(51);

    assertThat(GeneratedName.of(owner, "gpu0")).hasSize(57).endsWith("-gpu0-");
  }

  @Test
  void longer_names_are_cut_in_proportion_and_lose_the_last_hyphen() {
    assertThat(
            GeneratedName.of("a-pod-whose-name-is-quite-long-so-that-something-must-go", "first"))
        .isEqualTo("a-pod-whose-name-is-quite-long-so-that-something-m-firs");
  }
}
