package io.github.dratestkit.allocator.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Compares which settings of gates are refused, and why, with what 1.37.2 answered. */
class FeatureGateCombinationsTest {

  private static final Map<String, String> WORDS =
      Map.of("unknown", "unknown feature gate", "locked", "is locked to", "needs", " needs ");

  @Test
  void settings_are_refused_for_upstreams_reason_at_every_version() throws IOException {
    List<String> disagreements = new ArrayList<>();
    int asked = 0;
    for (String line : recorded()) {
      String[] columns = line.split(" ");
      String got = verdict(KubernetesVersion.parse(columns[0]), settings(columns[1]));
      asked++;
      if (!List.of(columns[2].split(",")).contains(got)) {
        disagreements.add(line + ", but here " + got);
      }
    }
    assertThat(disagreements).isEmpty();
    assertThat(asked).isGreaterThan(5_000);
  }

  private static String verdict(KubernetesVersion version, Map<String, Boolean> settings) {
    try {
      FeatureSet.of(version, settings);
      return "accepted";
    } catch (FeatureGateException refused) {
      String message = String.valueOf(refused.getMessage());
      return WORDS.entrySet().stream()
          .filter(word -> message.contains(word.getValue()))
          .map(Map.Entry::getKey)
          .findFirst()
          .orElse(message);
    }
  }

  private static Map<String, Boolean> settings(String text) {
    Map<String, Boolean> settings = new LinkedHashMap<>();
    for (String setting : text.split(",")) {
      String[] parts = setting.split("=");
      settings.put(parts[0], Boolean.valueOf(parts[1]));
    }
    return settings;
  }

  private static List<String> recorded() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(
                        FeatureGateCombinationsTest.class.getResourceAsStream(
                            "/upstream/feature-gates.txt.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }
}
