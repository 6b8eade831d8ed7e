package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.time.Identity;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tokens of service accounts: signed JSON web tokens that say for whom, for whom else and how long
 * (pkg/serviceaccount/claims.go, 1.37).
 */
final class ServiceAccountTokens {

  static final String AUDIENCE = "https://kubernetes.default.svc";

  private static final GroupResource ACCOUNTS = new GroupResource("", "serviceaccounts");
  private static final Map<String, GroupResource> BOUND =
      Map.of(
          "pod", new GroupResource("", "pods"),
          "secret", new GroupResource("", "secrets"),
          "node", new GroupResource("", "nodes"));

  private final Store store;
  private final InstantSource clock;
  private final Identity identity;

  ServiceAccountTokens(Store store, InstantSource clock, Identity identity) {
    this.store = store;
    this.clock = clock;
    this.identity = identity;
  }

  /**
   * Makes a token.
   *
   * @param bound the objects that it lives and dies with, by {@code pod}, {@code secret} or {@code
   *     node}, as name and uid
   */
  String make(
      StoredObject account,
      List<String> audiences,
      Instant expires,
      Map<String, ObjectNode> bound) {
    ObjectNode claims = JsonMapper.shared().createObjectNode();
    long now = clock.instant().getEpochSecond();
    audiences.forEach(claims.putArray("aud")::add);
    claims.put("exp", expires.getEpochSecond()).put("iat", now).put("iss", AUDIENCE);
    claims.put("jti", identity.uid());
    ObjectNode own = claims.putObject("kubernetes.io");
    own.put("namespace", account.key().namespace());
    bound.forEach(own::set);
    own.putObject("serviceaccount").put("name", account.key().name()).put("uid", uidOf(account));
    claims.put("nbf", now);
    claims.put(
        "sub", "system:serviceaccount:" + account.key().namespace() + ":" + account.key().name());
    return TokenKey.shared().sign(claims);
  }

  /**
   * Returns whom a token speaks for, or none if it is not a valid one of ours that is meant for one
   * of the audiences.
   */
  Optional<Authentication.Bearer> userOf(String token, List<String> audiences) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3 || !TokenKey.shared().signed(parts)) {
      return Optional.empty();
    }
    try {
      JsonNode claims = JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(parts[1]));
      List<String> meant =
          audiences.stream()
              .filter(audience -> PolicyRules.contains(claims.path("aud"), audience))
              .toList();
      return meant.isEmpty()
          ? Optional.empty()
          : user(claims).map(user -> new Authentication.Bearer(user, meant));
    } catch (JacksonException | IllegalArgumentException broken) {
      return Optional.empty();
    }
  }

  private Optional<User> user(JsonNode claims) {
    JsonNode own = claims.path("kubernetes.io");
    String namespace = own.path("namespace").asString("");
    boolean over = claims.path("exp").asLong(0) <= clock.instant().getEpochSecond();
    boolean exists = lives(ACCOUNTS, namespace, own.path("serviceaccount"));
    if (over || !exists || !boundObjectsLive(own, namespace)) {
      return Optional.empty();
    }
    Map<String, List<String>> extra = new LinkedHashMap<>();
    String prefix = "authentication.kubernetes.io/";
    extra.put(prefix + "credential-id", List.of("JTI=" + claims.path("jti").asString("")));
    for (String kind : List.of("pod", "node")) {
      if (own.has(kind)) {
        extra.put(prefix + kind + "-name", List.of(own.path(kind).path("name").asString("")));
        extra.put(prefix + kind + "-uid", List.of(own.path(kind).path("uid").asString("")));
      }
    }
    return Optional.of(
        new User(
            claims.path("sub").asString(""),
            own.path("serviceaccount").path("uid").asString(""),
            List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace),
            extra));
  }

  // The node of a pod is told but does not end the token.
  private boolean boundObjectsLive(JsonNode own, String namespace) {
    boolean podLives = !own.has("pod") || lives(BOUND.get("pod"), namespace, own.path("pod"));
    boolean secretLives =
        !own.has("secret") || lives(BOUND.get("secret"), namespace, own.path("secret"));
    boolean nodeLives =
        own.has("pod") || !own.has("node") || lives(BOUND.get("node"), "", own.path("node"));
    return podLives && secretLives && nodeLives;
  }

  private boolean lives(@Nullable GroupResource resource, String namespace, JsonNode reference) {
    if (resource == null) {
      return false;
    }
    StoredObject object =
        store.view().get(new StoreKey(resource, namespace, reference.path("name").asString("")));
    return object != null && uidOf(object).equals(reference.path("uid").asString(""));
  }

  static String uidOf(StoredObject object) {
    return object.object().path("metadata").path("uid").asString("");
  }
}
