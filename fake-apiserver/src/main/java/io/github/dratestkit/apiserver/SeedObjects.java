package io.github.dratestkit.apiserver;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.access.AccessMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What every cluster has from the start; with roles, those that everybody is bound to as well. */
final class SeedObjects {

  private SeedObjects() {}

  static void create(ApiHandler handler, AccessMode mode, KubernetesVersion version, Instant now) {
    create(handler, "seed-objects.json");
    post(handler, "/api/v1/namespaces/kube-system/configmaps", tokenTracking(now));
    switch (mode) {
      case ALWAYS_ALLOW -> {}
      case NODE_AND_ROLES -> create(handler, rolesOf(version));
    }
  }

  // Since when tokens in secrets are watched; the controller manager looks for it.
  private static JsonNode tokenTracking(Instant now) {
    ObjectNode tracking = JsonMapper.shared().createObjectNode();
    tracking
        .putObject("metadata")
        .put("name", "kube-apiserver-legacy-service-account-token-tracking");
    tracking.putObject("data").put("since", LocalDate.ofInstant(now, ZoneOffset.UTC).toString());
    return tracking;
  }

  // Recorded by src/it/record/bootstrap-roles; 1.34 and 1.35 have the same.
  private static String rolesOf(KubernetesVersion version) {
    String recorded =
        switch (version.toString()) {
          case "1.34", "1.35" -> "1.35";
          default -> version.toString();
        };
    return "seed-roles-" + recorded + ".json";
  }

  private static void create(ApiHandler handler, String resource) {
    try (InputStream stream = SeedObjects.class.getResourceAsStream(resource)) {
      JsonNode seeds = JsonMapper.shared().readTree(Objects.requireNonNull(stream, resource));
      seeds.forEachEntry((path, objects) -> objects.forEach(object -> post(handler, path, object)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void post(ApiHandler handler, String path, JsonNode object) {
    ApiResponse response =
        handler.handle(
            ApiRequest.of("POST", path)
                .withHeader("User-Agent", "kube-apiserver")
                .withBody("application/json", object.toString().getBytes(StandardCharsets.UTF_8)));
    if (response.code() != 201) {
      throw new IllegalStateException(
          "the server refuses its own "
              + object
              + ": "
              + new String(((ApiResponse.Complete) response).body(), StandardCharsets.UTF_8));
    }
  }
}
