package io.github.dratestkit.apiserver.client;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.EventStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An API of config maps and nothing else, small enough to see through, whose watches a test can cut
 * and whose history it can forget.
 */
final class ConfigMapApi implements ApiHandler {

  private static final ObjectMapper JSON = JsonMapper.shared();
  private static final String ALL = "/api/v1/configmaps";

  final List<ApiRequest> requests = new CopyOnWriteArrayList<>();
  private final Map<String, ObjectNode> objects = new TreeMap<>();
  private final List<String> history = new ArrayList<>();
  private final List<Stream> streams = new CopyOnWriteArrayList<>();
  private int forgotten;

  /** Ends every watch, as a server does after its time. */
  synchronized void cutWatches() {
    streams.forEach(Stream::end);
    streams.clear();
  }

  /** Forgets all events, so that no older version can be watched from. */
  synchronized void forgetHistory() {
    forgotten = history.size();
  }

  int openWatches() {
    return streams.size();
  }

  @Override
  public synchronized ApiResponse handle(ApiRequest request) {
    requests.add(request);
    if (request.parameter("watch").isPresent()) {
      return watch(Integer.parseInt(request.parameter("resourceVersion").orElse("0")));
    }
    return switch (request.method()) {
      case "GET" -> get(request);
      case "POST" -> create(request);
      case "PUT", "PATCH" -> update(request);
      case "DELETE" -> delete(request);
      default -> status(405, "MethodNotAllowed", request.method());
    };
  }

  private ApiResponse watch(int from) {
    if (from < forgotten) {
      return stream(
          List.of(
              """
              {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},\
              "status":"Failure","message":"too old","reason":"Expired","code":410}}"""));
    }
    return stream(history.subList(from, history.size()));
  }

  private ApiResponse stream(List<String> first) {
    Stream stream = new Stream();
    first.forEach(stream::offer);
    streams.add(stream);
    return new ApiResponse.Streaming(Map.of(), stream);
  }

  private ApiResponse get(ApiRequest request) {
    if (request.path().equals(ALL) || request.path().endsWith("/configmaps")) {
      ObjectNode list =
          JSON.createObjectNode().put("kind", "ConfigMapList").put("apiVersion", "v1");
      list.putObject("metadata").put("resourceVersion", "" + history.size());
      objects.values().forEach(list.putArray("items")::add);
      return ok(200, list);
    }
    ObjectNode object = objects.get(request.path());
    return object == null ? status(404, "NotFound", request.path()) : ok(200, object);
  }

  private ApiResponse create(ApiRequest request) {
    ObjectNode object = body(request);
    String path = request.path() + "/" + object.path("metadata").path("name").asString();
    if (objects.containsKey(path)) {
      return status(409, "AlreadyExists", path);
    }
    return store("ADDED", path, object, 201);
  }

  private ApiResponse update(ApiRequest request) {
    ObjectNode object = body(request);
    ObjectNode old = objects.get(request.path());
    if (old == null) {
      return status(404, "NotFound", request.path());
    }
    String asked = object.path("metadata").path("resourceVersion").asString("");
    if (!asked.isEmpty()
        && !asked.equals(old.path("metadata").path("resourceVersion").asString())) {
      return status(409, "Conflict", "the object has been modified");
    }
    return store("MODIFIED", request.path(), object, 200);
  }

  private ApiResponse delete(ApiRequest request) {
    ObjectNode old = objects.remove(request.path());
    if (old == null) {
      return status(404, "NotFound", request.path());
    }
    stamp(old);
    publish("DELETED", old);
    return ok(200, old);
  }

  private ApiResponse store(String type, String path, ObjectNode object, int code) {
    objects.put(path, object);
    stamp(object);
    publish(type, object);
    return ok(code, object);
  }

  private void stamp(ObjectNode object) {
    ((ObjectNode) object.get("metadata")).put("resourceVersion", "" + (history.size() + 1));
  }

  private void publish(String type, ObjectNode object) {
    String frame = "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    history.add(frame);
    streams.forEach(stream -> stream.offer(frame));
  }

  private static ObjectNode body(ApiRequest request) {
    return (ObjectNode) JSON.readTree(request.body());
  }

  private static ApiResponse ok(int code, ObjectNode object) {
    return new ApiResponse.Complete(
        code,
        Map.of("Content-Type", List.of("application/json")),
        object.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static ApiResponse status(int code, String reason, String message) {
    return ok(
        code,
        JSON.createObjectNode()
            .put("kind", "Status")
            .put("code", code)
            .put("reason", reason)
            .put("message", message));
  }

  private static final class Stream implements EventStream {
    private final List<byte[]> frames = new ArrayList<>();
    private boolean over;
    private Runnable wake = () -> {};

    void offer(String frame) {
      Runnable toWake;
      synchronized (this) {
        frames.add(frame.getBytes(StandardCharsets.UTF_8));
        toWake = wake;
      }
      toWake.run();
    }

    void end() {
      Runnable toWake;
      synchronized (this) {
        over = true;
        toWake = wake;
      }
      toWake.run();
    }

    @Override
    public synchronized byte[] poll() {
      return frames.isEmpty() ? null : frames.remove(0);
    }

    @Override
    public synchronized boolean ended() {
      return over && frames.isEmpty();
    }

    @Override
    public synchronized void onReady(Runnable newWake) {
      wake = newWake;
    }

    @Override
    public void close() {}
  }
}
