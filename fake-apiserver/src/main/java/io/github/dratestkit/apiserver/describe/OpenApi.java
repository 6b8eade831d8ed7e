package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedGroup;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedVersion;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * OpenAPI v3: one document for each group version, made when it is first asked for, and the list of
 * them.
 */
final class OpenApi {

  private static final String ROOT = "/openapi/v3";
  private static final List<OpenApiServerPath> SERVER_PATHS =
      List.of(
          new OpenApiServerPath("/version/", "getCodeVersion", "version", ""),
          new OpenApiServerPath("/apis/", "getAPIVersions", "apis", "APIGroupList"),
          new OpenApiServerPath("/api/", "getCoreAPIVersions", "core", "APIVersions"),
          new OpenApiServerPath(
              "/.well-known/openid-configuration/",
              "getServiceAccountIssuerOpenIDConfiguration",
              "WellKnown",
              ""),
          new OpenApiServerPath(
              "/openid/v1/jwks/", "getServiceAccountIssuerOpenIDKeyset", "openid", ""));

  /** A document with its hash never changes, so that it never expires either. */
  private static final String NEVER = "Tue, 19 Jan 2038 03:14:07 GMT";

  private final String version;
  private final Map<String, Supplier<ObjectNode>> documents = new TreeMap<>();
  private final Map<String, byte[]> made = new ConcurrentHashMap<>();
  private final Schema schema;
  private volatile Custom custom;

  /**
   * The documents of custom resources, which change with their definitions.
   *
   * @param bodies by name
   */
  private record Custom(Catalog catalog, Map<String, byte[]> bodies) {}

  OpenApi(Catalog catalog, Schema schema, String version) {
    this.version = version;
    this.schema = schema;
    this.custom = new Custom(catalog, Map.of());
    for (OpenApiServerPath path : SERVER_PATHS) {
      documents.put(
          path.path().substring(1, path.path().length() - 1), () -> path.document(schema, version));
    }
    for (ServedGroup group : catalog.groups()) {
      if (!group.name().isEmpty()) {
        documents.put(
            "apis/" + group.name(),
            () -> OpenApiServerPath.ofGroup(group.name()).document(schema, version));
      }
      for (ServedVersion served : group.versions()) {
        documents.put(
            group.name().isEmpty()
                ? "api/" + served.version()
                : "apis/" + group.name() + "/" + served.version(),
            () -> new OpenApiDocument(schema, group.name(), served, version).make());
      }
    }
  }

  /** Returns the documents of the custom resources that are served now. */
  private Map<String, byte[]> custom(Catalog now) {
    Custom known = custom;
    if (known.catalog() == now) {
      return known.bodies();
    }
    Map<String, byte[]> bodies = new TreeMap<>();
    for (ServedGroup group : now.groups()) {
      if (now.isDefined(group.name())) {
        for (ServedVersion served : group.versions()) {
          bodies.put(
              "apis/" + group.name() + "/" + served.version(),
              JsonMapper.shared()
                  .writeValueAsBytes(new CustomDocument(schema, group.name(), served).make()));
        }
      }
    }
    custom = new Custom(now, bodies);
    return bodies;
  }

  /** Returns the answer to a path below {@code /openapi}, or none if it is another path. */
  Optional<ApiResponse> answer(String path, ApiRequest request, Catalog now) {
    if (path.equals(ROOT)) {
      return Optional.of(root(custom(now)));
    }
    if (path.equals("/openapi/v2")) {
      return Optional.of(new OpenApiV2(version).answer(request));
    }
    if (!path.startsWith(ROOT + "/")) {
      return Optional.empty();
    }
    String name = path.substring(ROOT.length() + 1);
    return Optional.of(
        documents.containsKey(name) || custom(now).containsKey(name)
            ? document(name, request)
            : new ApiResponse.Complete(404, Map.of(), new byte[0]));
  }

  private ApiResponse root(Map<String, byte[]> defined) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = root.putObject("paths");
    TreeSet<String> names = new TreeSet<>(documents.keySet());
    names.addAll(defined.keySet());
    for (String name : names) {
      paths.putObject(name).put("serverRelativeURL", url(name));
    }
    return complete(
        200, "text/plain; charset=utf-8", Map.of(), JsonMapper.shared().writeValueAsBytes(root));
  }

  private ApiResponse document(String name, ApiRequest request) {
    if (!Representation.namesMediaType(request.header("accept").orElse(""))) {
      return new ApiResponse.Complete(406, Map.of(), new byte[0]);
    }
    String hash = hash(name);
    Optional<String> asked = request.parameter("hash").filter(given -> !given.isEmpty());
    if (asked.isPresent() && !asked.get().equals(hash)) {
      return complete(301, "application/json", Map.of("Location", url(name)), new byte[0]);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Etag", "\"" + hash + "\"");
    headers.put("Vary", "Accept");
    if (asked.isPresent()) {
      headers.put("Cache-Control", "public, immutable");
      headers.put("Expires", NEVER);
    }
    if (request.header("if-none-match").orElse("").equals("\"" + hash + "\"")) {
      return complete(304, "application/json", headers, new byte[0]);
    }
    byte[] defined = custom.bodies().get(name);
    byte[] body = defined == null ? made.computeIfAbsent(name, this::make) : defined;
    return complete(200, "application/json", headers, body);
  }

  private byte[] make(String name) {
    Supplier<ObjectNode> document = documents.get(name);
    return JsonMapper.shared()
        .writeValueAsBytes(
            document == null ? JsonNodeFactory.instance.objectNode() : document.get());
  }

  private static ApiResponse complete(
      int code, String contentType, Map<String, String> more, byte[] body) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of(contentType));
    headers.put("Cache-Control", List.of("no-cache, private"));
    more.forEach((name, value) -> headers.put(name, List.of(value)));
    return new ApiResponse.Complete(code, headers, body);
  }

  private String url(String name) {
    return ROOT + "/" + name + "?hash=" + hash(name);
  }

  // What is served follows from the version, the gates and the schema, which a server never
  // changes;
  // the names of all documents stand for them, so that no document is made for its hash.
  private String hash(String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String served = version + "\n" + name + "\n" + String.join("\n", documents.keySet());
      byte[] defined = custom.bodies().get(name);
      return HexFormat.of()
          .formatHex(
              digest.digest(defined == null ? served.getBytes(StandardCharsets.UTF_8) : defined))
          .toUpperCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
