package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.codec.Representation.View;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers the paths that are about the server and not about its objects. */
public final class Descriptions {

  private static final ObjectCodec CODEC = new ObjectCodec(Schema.builtIn());
  private static final String AGGREGATED = ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final String JSON = "application/json";

  private final Supplier<Catalog> served;
  private final ServerVersion version;
  private final OpenApi openApi;
  private final Metrics metrics;
  private volatile Described described;

  /** What is said of everything that is served; made anew when that changes. */
  private record Described(Catalog catalog, Discovery discovery, AggregatedDiscovery aggregated) {
    static Described of(Catalog catalog) {
      return new Described(catalog, new Discovery(catalog), new AggregatedDiscovery(catalog));
    }
  }

  /**
   * Describes a server of these features.
   *
   * @param served tells what is served at the moment
   * @param schema what is known of the structure of kinds, custom resources included
   */
  public Descriptions(Supplier<Catalog> served, Schema schema, FeatureSet features) {
    this.served = served;
    this.described = Described.of(served.get());
    this.version = new ServerVersion(features.version());
    this.openApi = new OpenApi(described.catalog(), schema, features.version().toString());
    this.metrics = new Metrics(version, features);
  }

  /** Returns the answer to a path, or none if it is not one of these. */
  public Optional<ApiResponse> answer(ApiRequest request) {
    String path =
        request.path().length() > 1 && request.path().endsWith("/")
            ? request.path().substring(0, request.path().length() - 1)
            : request.path();
    Optional<String> health = HealthChecks.answer(request.path(), request);
    if (health.isPresent()) {
      return health.map(Descriptions::health);
    }
    Optional<ApiResponse> measured = metrics.answer(request.path());
    if (measured.isPresent()) {
      return measured;
    }
    if (path.equals("/version")) {
      requireRead(request);
      requireRepresentation(request, List.of(JSON));
      return Optional.of(json(version.toJson()));
    }
    Optional<ApiResponse> document = openApi.answer(request.path(), request, served.get());
    return document.isPresent() ? document : discovery(path, request);
  }

  private Optional<ApiResponse> discovery(String path, ApiRequest request) {
    boolean root = path.equals("/api") || path.equals("/apis");
    Optional<MediaType> whole =
        root && path.equals(request.path()) ? whole(request) : Optional.empty();
    if (whole.isPresent()) {
      return Optional.of(aggregated(path, request, whole.get()));
    }
    Optional<ObjectNode> found =
        described().discovery().document(path, request.header("host").orElse("127.0.0.1"));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (!root) {
      requireRepresentation(request, MediaType.texts());
    }
    if (path.equals("/api") || path.startsWith("/api/")) {
      requireRead(request);
    }
    return found.map(known -> described(path, known, request));
  }

  private Described described() {
    Catalog now = served.get();
    Described known = described;
    if (known.catalog() != now) {
      known = Described.of(now);
      described = known;
    }
    return known;
  }

  private static void requireRead(ApiRequest request) {
    if (!request.method().equals("GET")) {
      throw StatusErrors.methodNotAllowed();
    }
  }

  private static void requireRepresentation(ApiRequest request, List<String> texts) {
    if (!Representation.namesMediaType(request.header("accept").orElse(""), texts)) {
      throw StatusErrors.noRepresentation(texts);
    }
  }

  private static ApiResponse described(String path, ObjectNode document, ApiRequest request) {
    if (path.equals("/")) {
      return json(document);
    }
    MediaType mediaType =
        Representation.of(request.header("accept").orElse(""), Set.of(View.OBJECT))
            .map(Representation::mediaType)
            .orElseThrow(() -> StatusErrors.notAcceptable(MediaType.texts()));
    byte[] body =
        mediaType == MediaType.PROTOBUF
            ? CODEC.encode(named(document), mediaType)
            : CODEC.encode(JsonMapper.shared().writeValueAsBytes(document), mediaType);
    return new ApiResponse.Complete(200, Map.of("Content-Type", List.of(mediaType.text())), body);
  }

  // The oldest documents do not say their version in JSON.
  private static ObjectNode named(ObjectNode document) {
    return document.deepCopy().put("apiVersion", "v1");
  }

  private ApiResponse aggregated(String path, ApiRequest request, MediaType mediaType) {
    AggregatedDiscovery.Document document = described().aggregated().document(path);
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of(mediaType.text() + AGGREGATED));
    headers.put("Etag", List.of(document.etag()));
    headers.put("Vary", List.of("Accept"));
    headers.put("Cache-Control", List.of("public"));
    boolean known = request.header("if-none-match").orElse("").equals(document.etag());
    return new ApiResponse.Complete(
        known ? 304 : 200, headers, known ? new byte[0] : CODEC.encode(document.body(), mediaType));
  }

  /**
   * Returns in which serialisation a client wants everything in one document, if it does: whoever
   * names that form gets it, whatever else it names before.
   */
  private static Optional<MediaType> whole(ApiRequest request) {
    for (String accepted : request.header("accept").orElse("").split(",", -1)) {
      List<String> parts = List.of(accepted.replace(" ", "").split(";", -1));
      if (parts.containsAll(List.of("as=APIGroupDiscoveryList", "v=v2", "g=apidiscovery.k8s.io"))) {
        Optional<MediaType> mediaType = MediaType.ofContentType(parts.get(0));
        if (mediaType.isPresent()) {
          return mediaType;
        }
      }
    }
    return Optional.empty();
  }

  private static ApiResponse json(ObjectNode body) {
    return new ApiResponse.Complete(
        200, Map.of("Content-Type", List.of(JSON)), JsonMapper.shared().writeValueAsBytes(body));
  }

  private static ApiResponse health(String body) {
    return new ApiResponse.Complete(
        200,
        Map.of(
            "Content-Type",
            List.of("text/plain; charset=utf-8"),
            "X-Content-Type-Options",
            List.of("nosniff")),
        body.getBytes(StandardCharsets.UTF_8));
  }
}
