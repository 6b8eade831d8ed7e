package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where the next page of a list begins.
 *
 * @param version the version of the whole list, -1 to go on at the newest one
 * @param start the path of the first object of the page
 */
record ContinueToken(long version, String start) {

  /** The newest version, whatever it is. */
  static final long NEWEST = -1;

  String encode() {
    String json =
        JsonMapper.shared()
            .createObjectNode()
            .put("v", "meta.k8s.io/v1")
            .put("rv", version)
            .put("start", start)
            .toString();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a token.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it is none of ours
   */
  static ContinueToken decode(String text) {
    try {
      JsonNode token = JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(text));
      if (!token.path("v").asString("").equals("meta.k8s.io/v1")) {
        throw invalid("server does not recognize this encoded version");
      }
      long version = token.path("rv").asLong(0);
      String start = token.path("start").asString("");
      if (version == 0 || start.isEmpty()) {
        throw invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
      }
      return new ContinueToken(version, start);
    } catch (IllegalArgumentException | JacksonException broken) {
      throw invalid("illegal encoding");
    }
  }

  private static RuntimeException invalid(String detail) {
    return StatusErrors.badRequest("continue key is not valid: " + detail);
  }
}
