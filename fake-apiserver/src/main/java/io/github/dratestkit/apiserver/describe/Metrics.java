package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the server tells a Prometheus of itself: its version and gates, and its health. Of the real
 * server's metrics it has those that say what runs, not those that say how fast.
 */
final class Metrics {

  private static final String TYPE =
      "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

  private final ServerVersion version;
  private final FeatureSet features;

  Metrics(ServerVersion version, FeatureSet features) {
    this.version = version;
    this.features = features;
  }

  /** Returns the metrics at a path, or none if it is about something else. */
  Optional<ApiResponse> answer(String path) {
    return switch (path) {
      case "/metrics" -> Optional.of(text(builds() + gates() + HealthChecks.metrics()));
      case "/metrics/slis" -> Optional.of(text(HealthChecks.metrics()));
      default -> Optional.empty();
    };
  }

  private String builds() {
    return "# HELP kubernetes_build_info [ALPHA] The version that answers, always 1.\n"
        + "# TYPE kubernetes_build_info gauge\n"
        + "kubernetes_build_info{git_version=\""
        + version.toJson().path("gitVersion").asString("")
        + "\",major=\"1\",minor=\""
        + features.version().minor()
        + "\"} 1\n";
  }

  private String gates() {
    StringBuilder text =
        new StringBuilder(
            "# HELP kubernetes_feature_enabled [BETA] Whether a feature gate is on.\n"
                + "# TYPE kubernetes_feature_enabled gauge\n");
    features
        .gates()
        .forEach(
            (name, on) ->
                text.append("kubernetes_feature_enabled{name=\"")
                    .append(name)
                    .append("\"} ")
                    .append(on ? 1 : 0)
                    .append('\n'));
    return text.toString();
  }

  private static ApiResponse text(String body) {
    return new ApiResponse.Complete(
        200, Map.of("Content-Type", List.of(TYPE)), body.getBytes(StandardCharsets.UTF_8));
  }
}
