package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A handler that says what it was asked, opens a stream for every {@code watch=true}, refuses the
 * path {@code /refused} and fails on {@code /fault}.
 */
final class Echo implements ApiHandler {

  final BlockingQueue<ScriptedStream> streams = new LinkedBlockingQueue<>();
  final BlockingQueue<ApiRequest> requests = new LinkedBlockingQueue<>();

  @Override
  public ApiResponse handle(ApiRequest request) {
    requests.add(request);
    if (request.path().equals("/fault")) {
      throw new IllegalStateException("broken on purpose");
    }
    if (request.path().equals("/refused")) {
      return complete(403, "{\"kind\":\"Status\",\"code\":403}");
    }
    if (request.parameter("watch").isPresent()) {
      ScriptedStream stream = new ScriptedStream();
      streams.add(stream);
      return new ApiResponse.Streaming(Map.of("Content-Type", List.of("application/json")), stream);
    }
    return complete(200, request.method() + " " + request.path() + " " + request.query());
  }

  private static ApiResponse complete(int code, String body) {
    return new ApiResponse.Complete(
        code,
        Map.of(
            "Content-Type",
            List.of("application/json; charset=utf-8"),
            "Warning",
            List.of("299 - a", "299 - b")),
        body.getBytes(StandardCharsets.UTF_8));
  }
}
