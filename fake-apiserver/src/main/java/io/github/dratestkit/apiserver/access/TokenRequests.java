package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes tokens on request (pkg/registry/core/serviceaccount/storage/token.go, 1.37). */
final class TokenRequests {

  private static final GroupVersionKind KIND =
      new GroupVersionKind("authentication.k8s.io", "v1", "TokenRequest");
  private static final GroupResource ACCOUNTS = new GroupResource("", "serviceaccounts");
  private static final long DEFAULT_SECONDS = 3600;
  private static final long SHORTEST = 600;
  private static final long LONGEST = 1L << 32;

  private final ServiceAccountTokens tokens;
  private final Store store;
  private final InstantSource clock;

  TokenRequests(ServiceAccountTokens tokens, Store store, InstantSource clock) {
    this.tokens = tokens;
    this.store = store;
    this.clock = clock;
  }

  /** Fills in how long a token lives. */
  static void applyDefaults(ObjectNode request) {
    ObjectNode spec = request.withObjectProperty("spec");
    if (!spec.path("expirationSeconds").isNumber()) {
      spec.put("expirationSeconds", DEFAULT_SECONDS);
    }
  }

  ObjectNode make(Target target, ObjectNode request) {
    matchesUrl(request, "name", target.name(), target.name());
    if (!request
        .path("metadata")
        .path("namespace")
        .asString(target.namespace())
        .equals(target.namespace())) {
      throw StatusErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    StoredObject account = require(ACCOUNTS, target.namespace(), target.name());
    String uid = request.path("metadata").path("uid").asString("");
    if (!uid.isEmpty() && !uid.equals(ServiceAccountTokens.uidOf(account))) {
      throw StatusErrors.conflict(
          new GroupResource(KIND.group(), KIND.kind()),
          target.name(),
          "the UID in the token request ("
              + uid
              + ") does not match the UID of the service account ("
              + ServiceAccountTokens.uidOf(account)
              + ")");
    }
    ObjectNode spec = request.withObjectProperty("spec");
    if (spec.path("audiences").isEmpty()) {
      spec.putArray("audiences").add(ServiceAccountTokens.AUDIENCE);
    }
    long seconds = spec.path("expirationSeconds").asLong();
    check(seconds);
    List<String> audiences = new ArrayList<>();
    spec.path("audiences").forEach(audience -> audiences.add(audience.asString("")));
    Instant expires = clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
    String token = tokens.make(account, audiences, expires, bound(target, spec));
    ObjectNode status = request.putObject("status");
    status.put("token", token).put("expirationTimestamp", expires.toString());
    ObjectNode metadata = request.withObjectProperty("metadata");
    metadata.put("name", target.name()).put("namespace", target.namespace());
    metadata.put("uid", ServiceAccountTokens.uidOf(account));
    metadata.put("creationTimestamp", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    return request;
  }

  private static void matchesUrl(ObjectNode request, String field, String expected, String name) {
    String sent = request.path("metadata").path(field).asString("");
    if (!sent.isEmpty() && !sent.equals(expected)) {
      throw StatusErrors.invalid(
          KIND,
          name,
          List.of(
              FieldError.invalid(
                  "metadata." + field,
                  sent,
                  "must match the service account " + field + " if specified")));
    }
  }

  private static void check(long seconds) {
    String problem =
        seconds < SHORTEST
            ? "may not specify a duration less than 10 minutes"
            : seconds > LONGEST ? "may not specify a duration larger than 2^32 seconds" : "";
    if (!problem.isEmpty()) {
      throw StatusErrors.invalid(
          KIND, "", List.of(FieldError.invalid("spec.expirationSeconds", seconds, problem)));
    }
  }

  private Map<String, ObjectNode> bound(Target target, ObjectNode request) {
    Map<String, ObjectNode> bound = new LinkedHashMap<>();
    JsonNode reference = request.path("boundObjectRef");
    if (!reference.isObject()) {
      return bound;
    }
    String kind = reference.path("kind").asString("");
    String name = reference.path("name").asString("");
    String apiVersion = reference.path("apiVersion").asString("");
    if (apiVersion.contains("/") || !Set.of("Pod", "Secret", "Node").contains(kind)) {
      throw StatusErrors.badRequest(
          "cannot bind token to object of type "
              + (apiVersion.contains("/") ? apiVersion : "/" + apiVersion)
              + ", Kind="
              + kind);
    }
    String lower = kind.toLowerCase(Locale.ROOT);
    String namespace = kind.equals("Node") ? "" : target.namespace();
    StoredObject object = require(new GroupResource("", lower + "s"), namespace, name);
    JsonNode spec = object.object().path("spec");
    boolean otherAccount =
        kind.equals("Pod") && !spec.path("serviceAccountName").asString("").equals(target.name());
    if (otherAccount) {
      throw StatusErrors.badRequest(
          "cannot bind token for serviceaccount \""
              + target.name()
              + "\" to pod running with different serviceaccount name.");
    }
    checkUid(reference, object, kind);
    bound.put(lower, described(object));
    String node = spec.path("nodeName").asString("");
    if (kind.equals("Pod") && !node.isEmpty()) {
      bound.put("node", node(node));
    }
    return bound;
  }

  private ObjectNode node(String name) {
    StoredObject node = store.view().get(new StoreKey(new GroupResource("", "nodes"), "", name));
    return node == null ? JsonNodeFactory.instance.objectNode().put("name", name) : described(node);
  }

  private static void checkUid(JsonNode reference, StoredObject object, String kind) {
    String asked = reference.path("uid").asString("");
    String actual = ServiceAccountTokens.uidOf(object);
    if (!asked.isEmpty() && !asked.equals(actual)) {
      throw StatusErrors.conflict(
          new GroupResource("", kind),
          object.key().name(),
          "the UID in the bound object reference ("
              + asked
              + ") does not match the UID in record. The object might have been deleted and then"
              + " recreated");
    }
  }

  private static ObjectNode described(StoredObject object) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", object.key().name())
        .put("uid", ServiceAccountTokens.uidOf(object));
  }

  private StoredObject require(GroupResource resource, String namespace, String name) {
    StoredObject object = store.view().get(new StoreKey(resource, namespace, name));
    if (object == null) {
      throw StatusErrors.notFound(resource, name);
    }
    return object;
  }
}
