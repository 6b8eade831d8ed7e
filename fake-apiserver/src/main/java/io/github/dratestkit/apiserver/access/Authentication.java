package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds out who sends a request: by a bearer token, or nobody in particular. */
final class Authentication {

  private static final String BEARER = "bearer ";

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
    return ofToken(
            header.substring(BEARER.length()).strip(), List.of(ServiceAccountTokens.AUDIENCE))
        .map(Bearer::user)
        .or(() -> unknown)
        .orElseThrow(StatusErrors::unauthorized);
  }

  /**
   * Whom a token speaks for.
   *
   * @param audiences those of the audiences asked for that the token is meant for
   */
  record Bearer(User user, List<String> audiences) {}

  /**
   * Returns whom a token speaks for, or none if it is not valid for any of the audiences. A fixed
   * token is for this server.
   */
  Optional<Bearer> ofToken(String token, List<String> audiences) {
    User fixed = known.get(token);
    return fixed == null
        ? tokens
            .userOf(token, audiences)
            .map(bearer -> new Bearer(bearer.user().authenticated(), bearer.audiences()))
        : Optional.of(new Bearer(fixed.authenticated(), List.of(ServiceAccountTokens.AUDIENCE)))
            .filter(bearer -> audiences.containsAll(bearer.audiences()));
  }
}
