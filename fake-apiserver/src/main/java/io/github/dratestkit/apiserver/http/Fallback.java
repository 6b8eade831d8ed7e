package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The two answers that never reach the API: the request is too large, or the server has a fault.
 */
final class Fallback {

  private Fallback() {}

  /** The body is over the limit; kube-apiserver's own words. */
  static ApiResponse.Complete tooLarge() {
    return status(
        413,
        "RequestEntityTooLarge",
        "Request entity too large: limit is " + RequestReader.BODY_LIMIT);
  }

  /** The handler threw, which it never should. */
  static ApiResponse.Complete internal(Throwable fault) {
    return status(500, "InternalError", "Internal error occurred: " + fault);
  }

  private static ApiResponse.Complete status(int code, String reason, String message) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Failure").put("message", message).put("reason", reason).put("code", code);
    return new ApiResponse.Complete(
        code,
        Map.of("Content-Type", List.of("application/json")),
        status.toString().getBytes(StandardCharsets.UTF_8));
  }
}
