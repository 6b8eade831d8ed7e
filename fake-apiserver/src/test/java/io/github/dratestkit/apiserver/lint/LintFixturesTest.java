package io.github.dratestkit.apiserver.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.ManifestException;
import io.github.dratestkit.apiserver.manifest.Manifests;
import io.github.dratestkit.apiserver.manifest.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rule has a file of its name that breaks it and nothing else, under {@code lint}; its first
 * line says where. A file that is compared with an earlier one has that beside it.
 */
class LintFixturesTest {

  static List<String> rules() {
    return Lint.rules().stream().map(LintRule::id).toList();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void every_rule_is_found_in_its_fixture_at_its_place_and_alone(String rule) throws IOException {
    List<LintFinding> findings = check(rule);

    String place = read(rule + ".yaml").lines().findFirst().orElse("");
    assertThat(findings)
        .extracting(finding -> finding.rule() + " # " + finding.position())
        .containsExactly(rule + " " + place);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void every_rule_has_a_reason_and_a_fix(String rule) throws IOException {
    assertThat(check(rule))
        .allSatisfy(
            finding -> {
              assertThat(finding.reason()).isNotBlank();
              assertThat(finding.fix()).isNotBlank();
              assertThat(finding.message()).isNotBlank();
            });
  }

  @ParameterizedTest
  @MethodSource("rules")
  void text_fits_80_columns(String rule) throws IOException {
    assertThat(LintFormat.TEXT.write(check(rule)).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void list_of_rules_fits_80_columns() {
    assertThat(LintFormat.describe(Lint.rules()).lines())
        .hasSizeGreaterThan(3 * 15)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  private static List<LintFinding> check(String rule) throws IOException {
    List<Manifest> manifests = new ArrayList<>();
    if (LintFixturesTest.class.getResource("/lint/" + rule + ".before.yaml") != null) {
      manifests.addAll(Manifests.parse("before.yaml", read(rule + ".before.yaml")));
    }
    List<ManifestException> problems = new ArrayList<>();
    try {
      manifests.addAll(Manifests.parse("now.yaml", read(rule + ".yaml")));
    } catch (ManifestException unreadable) {
      problems.add(unreadable);
    }
    return Lint.check(FeatureSet.of(KubernetesVersion.LATEST), new Reading(manifests, problems));
  }

  private static String read(String name) throws IOException {
    try (InputStream in = LintFixturesTest.class.getResourceAsStream("/lint/" + name)) {
      return new String(
          Objects.requireNonNull(in, "no fixture lint/" + name).readAllBytes(),
          StandardCharsets.UTF_8);
    }
  }
}
