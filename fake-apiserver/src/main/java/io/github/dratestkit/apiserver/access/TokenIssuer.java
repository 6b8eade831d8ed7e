package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What others must know to trust tokens: who issues them and with which key (OpenID discovery). */
final class TokenIssuer {

  private static final String CONFIGURATION = "/.well-known/openid-configuration";
  private static final String KEYS = "/openid/v1/jwks";

  private TokenIssuer() {}

  /** Returns the answer to a path, or none if it is about something else. */
  static Optional<ApiResponse> answer(ApiRequest request) {
    String path =
        request.path().endsWith("/")
            ? request.path().substring(0, request.path().length() - 1)
            : request.path();
    return switch (path) {
      case CONFIGURATION ->
          Optional.of(document(request, configuration(request), "application/json"));
      case KEYS -> Optional.of(document(request, keys(), "application/jwk-set+json"));
      default -> Optional.empty();
    };
  }

  private static ObjectNode configuration(ApiRequest request) {
    ObjectNode document = JsonMapper.shared().createObjectNode();
    document.put("issuer", ServiceAccountTokens.AUDIENCE);
    document.put("jwks_uri", "https://" + request.header("host").orElse("127.0.0.1") + KEYS);
    document.putArray("response_types_supported").add("id_token");
    document.putArray("subject_types_supported").add("public");
    document.putArray("id_token_signing_alg_values_supported").add("RS256");
    return document;
  }

  private static ObjectNode keys() {
    ObjectNode document = JsonMapper.shared().createObjectNode();
    document.putArray("keys").add(TokenKey.shared().toJson());
    return document;
  }

  private static ApiResponse document(ApiRequest request, ObjectNode document, String type) {
    if (!request.method().equals("GET")) {
      throw StatusErrors.methodNotAllowed();
    }
    if (!Representation.namesMediaType(request.header("accept").orElse(""), List.of(type))) {
      throw StatusErrors.noRepresentation(List.of(type));
    }
    return new ApiResponse.Complete(
        200,
        Map.of("Content-Type", List.of(type), "Cache-Control", List.of("public, max-age=3600")),
        JsonMapper.shared().writeValueAsBytes(document));
  }
}
