package io.github.dratestkit.allocator.version;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The gates of every version, read once from the table that the build makes. */
final class FeatureGateTable {

  private static final String RESOURCE = "feature-gates.txt";
  private static final Map<KubernetesVersion, Map<String, FeatureGate>> GATES = read();

  private FeatureGateTable() {}

  static Map<String, FeatureGate> gatesOf(KubernetesVersion version) {
    return Objects.requireNonNull(GATES.get(version));
  }

  private static Map<KubernetesVersion, Map<String, FeatureGate>> read() {
    Map<KubernetesVersion, Map<String, FeatureGate>> gates = new EnumMap<>(KubernetesVersion.class);
    try (InputStream stream = FeatureGateTable.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(stream, RESOURCE), StandardCharsets.UTF_8))) {
      lines.lines().forEach(line -> add(gates, line.split(" ", -1)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return gates;
  }

  private static void add(
      Map<KubernetesVersion, Map<String, FeatureGate>> gates, String[] columns) {
    FeatureGate gate =
        new FeatureGate(
            columns[1],
            FeatureGate.Stage.valueOf(columns[2]),
            Boolean.parseBoolean(columns[3]),
            Boolean.parseBoolean(columns[4]),
            columns[5].isEmpty() ? List.of() : List.of(columns[5].split(",")));
    gates
        .computeIfAbsent(KubernetesVersion.parse(columns[0]), unused -> new LinkedHashMap<>())
        .put(gate.name(), gate);
  }
}
