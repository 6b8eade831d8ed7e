package io.github.dratestkit.apiserver.client;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.EventStream;
import java.util.List;
import java.util.Map;

/**
 * Sends the requests of one client under its name, and turns refusals into exceptions.
 *
 * @param handler who answers
 * @param headers what every request carries
 */
record Requests(ApiHandler handler, Map<String, List<String>> headers) {

  private static final byte[] NO_BODY = new byte[0];
  private static final int FIRST_REFUSAL = 300;

  /** Requests under the name of a component, by which the server knows who manages a field. */
  static Requests under(String name, ApiHandler handler) {
    return new Requests(
        handler, Map.of("user-agent", List.of(name), "accept", List.of("application/json")));
  }

  ApiRequest get(String path) {
    return new ApiRequest("GET", path, Map.of(), headers, NO_BODY);
  }

  ApiRequest with(String method, String path, String contentType, byte[] body) {
    return new ApiRequest(method, path, Map.of(), headers, NO_BODY).withBody(contentType, body);
  }

  /**
   * Returns the body of the answer.
   *
   * @throws ApiException if the answer is a refusal
   */
  byte[] send(ApiRequest request) {
    ApiResponse response = handler.handle(request);
    if (response instanceof ApiResponse.Complete complete) {
      if (complete.code() >= FIRST_REFUSAL) {
        throw TypedJson.refusal(complete);
      }
      return complete.body();
    }
    throw unexpected(request, "a stream");
  }

  /**
   * Opens a stream.
   *
   * @throws ApiException if the answer is a refusal
   */
  EventStream open(ApiRequest request) {
    ApiResponse response = handler.handle(request);
    if (response instanceof ApiResponse.Streaming streaming) {
      return streaming.frames();
    }
    ApiResponse.Complete complete = (ApiResponse.Complete) response;
    if (complete.code() >= FIRST_REFUSAL) {
      throw TypedJson.refusal(complete);
    }
    throw unexpected(request, "a body");
  }

  private static IllegalStateException unexpected(ApiRequest request, String what) {
    return new IllegalStateException(
        "%s %s was answered by %s".formatted(request.method(), request.path(), what));
  }
}
