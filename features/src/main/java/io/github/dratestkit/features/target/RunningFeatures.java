package io.github.dratestkit.features.target;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Version and gates of a cluster that runs: the version that it emulates, and the gates that its
 * metrics tell ({@code kubernetes_feature_enabled}, since 1.26). Where metrics are not to be had,
 * the gates are taken for the defaults.
 */
final class RunningFeatures {

  private static final Pattern GATE =
      Pattern.compile("kubernetes_feature_enabled\\{name=\"(\\w+)\"[^}]*} ([01])");

  private RunningFeatures() {}

  static FeatureSet of(KubernetesClient client) {
    JsonNode told = JsonMapper.shared().readTree(read(client, "/version"));
    String minor = told.path("emulationMinor").asString(told.path("minor").asString());
    FeatureSet defaults =
        FeatureSet.of(KubernetesVersion.parse("1." + minor.replaceAll("[^0-9]", "")));
    Map<String, Boolean> overrides = new HashMap<>();
    GATE.matcher(metrics(client))
        .results()
        .forEach(
            gate -> {
              boolean enabled = gate.group(2).equals("1");
              Boolean usual = defaults.gates().get(gate.group(1));
              if (usual != null && usual != enabled) {
                overrides.put(gate.group(1), enabled);
              }
            });
    return FeatureSet.of(defaults.version(), overrides);
  }

  private static String metrics(KubernetesClient client) {
    try {
      return read(client, "/metrics");
    } catch (KubernetesClientException forbidden) {
      return "";
    }
  }

  private static String read(KubernetesClient client, String path) {
    return Objects.requireNonNullElse(client.raw(path), "");
  }
}
