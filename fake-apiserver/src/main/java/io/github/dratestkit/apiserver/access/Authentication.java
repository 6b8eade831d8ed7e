package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds out who sends a request: by a bearer token, or nobody in particular. */
final class Authentication {

  private static final String BEARER = "bearer ";
  private static final String EXTRA = "impersonate-extra-";

  private final Map<String, User> known;
  private final ServiceAccountTokens tokens;
  private final User unnamed;
  private final Optional<User> unknown;

  /**
   * Creates it.
   *
   * @param known users by their fixed tokens
   * @param unnamed who it is if the request does not say
   * @param unknown who it is if the token is not valid, none to refuse the request
   */
  Authentication(
      Map<String, User> known, ServiceAccountTokens tokens, User unnamed, Optional<User> unknown) {
    this.unknown = unknown;
    this.known = Map.copyOf(known);
    this.tokens = tokens;
    this.unnamed = unnamed;
  }

  /**
   * Returns who sends a request.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 401 if the token is not valid
   */
  User userOf(ApiRequest request) {
    String header = request.header("authorization").orElse("");
    if (!header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
      return unnamed;
    }
    return ofToken(header.substring(BEARER.length()).strip())
        .or(() -> unknown)
        .orElseThrow(StatusErrors::unauthorized);
  }

  /** Returns whom a token speaks for, or none if it is not valid. */
  Optional<User> ofToken(String token) {
    User fixed = known.get(token);
    return fixed == null
        ? tokens.userOf(token).map(User::authenticated)
        : Optional.of(fixed.authenticated());
  }

  /** Returns for whom a request wants to act, or none if for its sender. */
  static Optional<User> impersonated(ApiRequest request) {
    String name = request.header("impersonate-user").orElse("");
    List<String> groups =
        new ArrayList<>(request.headers().getOrDefault("impersonate-group", List.of()));
    Map<String, List<String>> extra = extra(request);
    String uid = request.header("impersonate-uid").orElse("");
    if (name.isEmpty()) {
      if (!groups.isEmpty() || !extra.isEmpty() || !uid.isEmpty()) {
        throw StatusErrors.internal("requested [{UID  " + uid + "}] without impersonating a user");
      }
      return Optional.empty();
    }
    if (groups.isEmpty() && name.startsWith("system:serviceaccount:")) {
      String namespace = name.split(":", -1)[2];
      groups.add("system:serviceaccounts");
      groups.add("system:serviceaccounts:" + namespace);
    }
    User user = new User(name, uid, groups, extra);
    return Optional.of(name.equals("system:anonymous") ? user : user.authenticated());
  }

  private static Map<String, List<String>> extra(ApiRequest request) {
    Map<String, List<String>> extra = new HashMap<>();
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (name.startsWith(EXTRA)) {
                String key = name.substring(EXTRA.length()).replace("+", "%2B");
                extra.put(URLDecoder.decode(key, StandardCharsets.UTF_8), values);
              }
            });
    return extra;
  }
}
