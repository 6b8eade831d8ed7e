package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where the next page of a list begins.
 *
 * @param version the version of the whole list, -1 to go on at the newest one
 * @param start where the page begins, below the path of the collection
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
      String form = token.path("v").asString("");
      if (!form.equals("meta.k8s.io/v1")) {
        throw invalid("server does not recognize this encoded version " + form);
      }
      long version = token.path("rv").asLong(0);
      if (version == 0) {
        throw invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
      }
      String start = token.path("start").asString("");
      if (start.isEmpty()) {
        throw invalid("encoded start key empty (version meta.k8s.io/v1)");
      }
      if (!isClean(start)) {
        throw invalid(start);
      }
      return new ContinueToken(version, start);
    } catch (IllegalArgumentException broken) {
      throw invalid("illegal base64 data");
    } catch (JacksonException broken) {
      throw invalid("no JSON inside");
    }
  }

  // A token must not lead out of its collection.
  private static boolean isClean(String start) {
    return Stream.of(start.split("/", -1))
        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
  }

  private static RuntimeException invalid(String detail) {
    return StatusErrors.badRequest("invalid continue token: continue key is not valid: " + detail);
  }
}
