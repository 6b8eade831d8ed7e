package io.github.dratestkit.apiserver.fault;

import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.EventStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The answers of a spoiled request. */
final class FaultAnswers {

  private static final String MESSAGE = "a fault was put in here";

  private FaultAnswers() {}

  static ApiResponse refusal(Fault.Refuse refuse) {
    Map<String, List<String>> headers = json();
    refuse
        .retryAfter()
        .ifPresent(wait -> headers.put("Retry-After", List.of(Long.toString(wait.toSeconds()))));
    return new ApiResponse.Complete(
        refuse.code(), headers, bytes(status(refuse.code(), refuse.reason())));
  }

  static ApiResponse lost() {
    return new ApiResponse.Complete(504, json(), bytes(status(504, "Timeout")));
  }

  static ApiResponse expired() {
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", "ERROR");
    event.set("object", status(410, "Expired"));
    return new ApiResponse.Streaming(json(), new OneFrame(bytes(event)));
  }

  private static Map<String, List<String>> json() {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of("application/json"));
    return headers;
  }

  private static ObjectNode status(int code, String reason) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    return status
        .put("status", "Failure")
        .put("message", MESSAGE)
        .put("reason", reason)
        .put("code", code);
  }

  private static byte[] bytes(ObjectNode node) {
    return node.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A stream of one frame that then ends. */
  private static final class OneFrame implements EventStream {

    private byte @Nullable [] frame;

    OneFrame(byte[] frame) {
      this.frame = frame;
    }

    @Override
    public synchronized byte @Nullable [] poll() {
      byte[] only = frame;
      frame = null;
      return only;
    }

    @Override
    public synchronized boolean ended() {
      return frame == null;
    }

    @Override
    public void onReady(Runnable wake) {
      wake.run();
    }

    @Override
    public void close() {}
  }
}
