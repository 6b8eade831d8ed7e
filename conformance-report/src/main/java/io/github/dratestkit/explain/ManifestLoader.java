package io.github.dratestkit.explain;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedGroup;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedVersion;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.ManifestException;
import io.github.dratestkit.apiserver.manifest.WrongTypes;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates the objects of files on a server of our own. Whatever the server would refuse is refused
 * here in the same way, with the file and the line of the field.
 */
final class ManifestLoader {

  private static final Pattern UNKNOWN_FIELD =
      Pattern.compile("(unknown|duplicate) field \"([^\"]+)\"");
  private static final List<String> SET_BY_THE_SERVER =
      List.of(
          "uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink");

  private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");
  private static final String NAMESPACES = "/api/v1/namespaces";

  private final Set<String> given = new HashSet<>();
  private final ApiHandler handler;
  private final Catalog catalog;

  ManifestLoader(ApiHandler handler, Catalog catalog) {
    this.handler = handler;
    this.catalog = catalog;
  }

  /**
   * Creates one object, its status included.
   *
   * @throws ManifestException if the kind is not known or the server refuses the object
   */
  void load(Manifest manifest) {
    ServedResource resource = resource(manifest);
    if (manifest.kind().equals(NAMESPACE)) {
      given.add(manifest.name());
    }
    ObjectNode object = manifest.object().deepCopy();
    if (object.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove(SET_BY_THE_SERVER);
    }
    String path = collection(resource, object);
    JsonNode status = object.get("status");
    // Every cluster has some namespaces, which a file may describe.
    boolean known = manifest.kind().equals(NAMESPACE) && isThere(manifest.name());
    ObjectNode created =
        known
            ? send(manifest, "PATCH", path + "/" + manifest.name(), object)
            : send(manifest, "POST", path, object);
    boolean hasStatus = status != null && !status.isEmpty();
    if (hasStatus && resource.subresource("status").isPresent()) {
      created.set("status", status);
      send(manifest, "PUT", path + "/" + manifest.name() + "/status", created);
    }
  }

  private ServedResource resource(Manifest manifest) {
    GroupVersionKind kind = manifest.kind();
    if (kind.kind().isEmpty()) {
      throw manifest.fault("", "kind is missing: an object begins with apiVersion and kind");
    }
    for (ServedGroup group : catalog.groups()) {
      for (ServedVersion version : group.versions()) {
        for (ServedResource resource : version.resources()) {
          if (resource.kind().equals(kind) && resource.verbs().contains("create")) {
            return resource;
          }
        }
      }
    }
    throw manifest.fault("kind", "unknown kind " + kind.kind() + " in " + kind.apiVersion());
  }

  private String collection(ServedResource resource, ObjectNode object) {
    GroupVersionKind kind = resource.kind();
    String root = (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion() + "/";
    if (!resource.namespaced()) {
      return root + resource.resource().resource();
    }
    String namespace = object.path("metadata").path("namespace").asString("default");
    ensureNamespace(namespace);
    return root + "namespaces/" + namespace + "/" + resource.resource().resource();
  }

  // Whether admin access is allowed is a question for the cluster, not for its devices, unless the
  // files say what the namespace is like.
  private void ensureNamespace(String name) {
    if (given.contains(name)) {
      return;
    }
    ObjectNode namespace = JsonMapper.shared().createObjectNode();
    namespace.put("apiVersion", "v1").put("kind", "Namespace");
    ObjectNode metadata = namespace.putObject("metadata").put("name", name);
    metadata.putObject("labels").put("resource.kubernetes.io/admin-access", "true");
    handler.handle(request(isThere(name) ? "PATCH" : "POST", placeOf(name), namespace));
    given.add(name);
  }

  private boolean isThere(String namespace) {
    return handler.handle(ApiRequest.of("GET", NAMESPACES + "/" + namespace)).code() == 200;
  }

  private String placeOf(String namespace) {
    return isThere(namespace) ? NAMESPACES + "/" + namespace : NAMESPACES;
  }

  private ObjectNode send(Manifest manifest, String method, String path, ObjectNode object) {
    ApiResponse response =
        handler.handle(request(method, path, object).withParameter("fieldValidation", "Strict"));
    JsonNode body = JsonMapper.shared().readTree(((ApiResponse.Complete) response).body());
    if (response.code() >= 400) {
      throw refusal(manifest, body);
    }
    return (ObjectNode) body;
  }

  private static ManifestException refusal(Manifest manifest, JsonNode status) {
    JsonNode causes = status.path("details").path("causes");
    if (!causes.isEmpty()) {
      JsonNode first = causes.get(0);
      String more = causes.size() == 1 ? "" : " (and " + (causes.size() - 1) + " more)";
      return manifest.fault(
          first.path("field").asString(""), first.path("message").asString("") + more);
    }
    String message = status.path("message").asString("");
    Matcher unknown = UNKNOWN_FIELD.matcher(message);
    if (unknown.find()) {
      return manifest.fault(unknown.group(2), unknown.group(1) + " field");
    }
    return manifest.fault(WrongTypes.field(manifest.object(), message).orElse(""), message);
  }

  private static ApiRequest request(String method, String path, ObjectNode body) {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    return ApiRequest.of(method, path).withBody(type, JsonMapper.shared().writeValueAsBytes(body));
  }
}
