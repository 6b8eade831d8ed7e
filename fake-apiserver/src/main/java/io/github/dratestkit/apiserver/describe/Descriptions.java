package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers the paths that are about the server and not about its objects. */
public final class Descriptions {

  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private final Discovery discovery;
  private final AggregatedDiscovery aggregated;
  private final ServerVersion version;
  private final OpenApi openApi;

  /** Describes a server of these features. */
  public Descriptions(Catalog catalog, FeatureSet features) {
    this.discovery = new Discovery(catalog);
    this.aggregated = new AggregatedDiscovery(catalog);
    this.version = new ServerVersion(features.version());
    this.openApi = new OpenApi(catalog, Schema.builtIn(), features.version().toString());
  }

  /** Returns the answer to a path, or none if it is not one of these. */
  public Optional<ApiResponse> answer(ApiRequest request) {
    String path =
        request.path().length() > 1 && request.path().endsWith("/")
            ? request.path().substring(0, request.path().length() - 1)
            : request.path();
    Optional<String> health = HealthChecks.answer(path, request);
    if (health.isPresent()) {
      return health.map(Descriptions::text);
    }
    if (path.equals("/version")) {
      requireRead(request);
      requireRepresentation(request);
      return Optional.of(json(version.toJson()));
    }
    Optional<ApiResponse> document = openApi.answer(request.path(), request);
    if (document.isPresent()) {
      return document;
    }
    boolean root = path.equals("/api") || path.equals("/apis");
    if (root && wantsAggregated(request)) {
      return Optional.of(aggregated(path, request));
    }
    Optional<ObjectNode> found =
        discovery.document(path, request.header("host").orElse("127.0.0.1"));
    if (found.isPresent() && !root) {
      requireRepresentation(request);
    }
    if (found.isPresent() && (path.equals("/api") || path.startsWith("/api/"))) {
      requireRead(request);
    }
    return found.map(known -> described(root, known));
  }

  private static void requireRead(ApiRequest request) {
    if (!request.method().equals("GET")) {
      throw StatusErrors.methodNotAllowed();
    }
  }

  private static void requireRepresentation(ApiRequest request) {
    if (!Representation.namesMediaType(request.header("accept").orElse(""))) {
      throw StatusErrors.noRepresentation(MediaType.texts());
    }
  }

  private static ApiResponse described(boolean root, ObjectNode document) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of("application/json"));
    if (root) {
      headers.put("Cache-Control", List.of("no-cache, private"));
    }
    return new ApiResponse.Complete(200, headers, JsonMapper.shared().writeValueAsBytes(document));
  }

  private ApiResponse aggregated(String path, ApiRequest request) {
    AggregatedDiscovery.Document document = aggregated.document(path);
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of(AGGREGATED));
    headers.put("Etag", List.of(document.etag()));
    headers.put("Vary", List.of("Accept"));
    headers.put("Cache-Control", List.of("public"));
    boolean known = request.header("if-none-match").orElse("").equals(document.etag());
    return new ApiResponse.Complete(
        known ? 304 : 200, headers, known ? new byte[0] : document.body());
  }

  // The first form that the client names and the server has decides.
  private static boolean wantsAggregated(ApiRequest request) {
    String header = request.header("accept").orElse("");
    if (header.isBlank()) {
      return false;
    }
    for (String accepted : header.split(",", -1)) {
      List<String> parts = List.of(accepted.replace(" ", "").split(";", -1));
      if (parts.contains("as=APIGroupDiscoveryList")) {
        if (parts.contains("v=v2")) {
          return true;
        }
      } else if (parts.get(0).equals("*/*")
          || parts.get(0).equals("application/*")
          || MediaType.ofContentType(parts.get(0)).isPresent()) {
        return false;
      }
    }
    throw StatusErrors.notAcceptable(
        Arrays.stream(MediaType.values()).map(MediaType::text).toList());
  }

  private static ApiResponse json(ObjectNode body) {
    return new ApiResponse.Complete(
        200,
        Map.of("Content-Type", List.of("application/json")),
        JsonMapper.shared().writeValueAsBytes(body));
  }

  private static ApiResponse text(String body) {
    return new ApiResponse.Complete(
        200,
        Map.of("Content-Type", List.of("text/plain; charset=utf-8")),
        body.getBytes(StandardCharsets.UTF_8));
  }
}
