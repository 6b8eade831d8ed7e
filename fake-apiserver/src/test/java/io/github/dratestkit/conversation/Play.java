package io.github.dratestkit.conversation;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.EventStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One play of a conversation against one server; its answers are as raw as they came. */
final class Play {

  /** What an adapter to HTTP may add or change is left to its own tests. */
  static final Set<String> HEADERS = Set.of("Content-Type", "Warning", "Location", "Retry-After");

  /** Parameters that are not are passed over, as Go does. */
  private static final Pattern WELL_ENCODED = Pattern.compile("([^%]|%[0-9a-fA-F]{2})*");

  private final Laboratory laboratory;
  private final Map<String, String> variables = new HashMap<>();
  private final Map<String, EventStream> watches = new HashMap<>();

  Play(Laboratory laboratory) {
    this.laboratory = laboratory;
    variables.put("ns", Laboratory.NAMESPACE);
  }

  /** Returns a step with its variables replaced. */
  JsonNode substituted(JsonNode step) {
    String text = step.toString();
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      text = text.replace("${" + variable.getKey() + "}", variable.getValue());
    }
    return JsonMapper.shared().readTree(text);
  }

  /** Returns the answer to a step. */
  ObjectNode answer(JsonNode step) {
    if (step.has("send")) {
      String[] line = step.path("send").stringValue().split(" ", 2);
      return sent(step, laboratory.send(request(line[0], line[1], step)));
    }
    if (step.has("watch")) {
      return watched(step);
    }
    if (step.has("expect-events")) {
      return events(step);
    }
    if (step.has("wait")) {
      return waited(step);
    }
    laboratory.advance(duration(step.path("pause").stringValue()));
    return JsonNodeFactory.instance.objectNode();
  }

  private ObjectNode sent(JsonNode step, ApiResponse response) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("code", response.code());
    answer.set("headers", headers(response));
    boolean head = step.path("send").asString("").startsWith("HEAD ");
    if (!head && response instanceof ApiResponse.Complete complete) {
      addBody(answer, complete);
    }
    save(step, answer, answer.path("body"));
    return answer;
  }

  private static ObjectNode headers(ApiResponse response) {
    ObjectNode headers = JsonNodeFactory.instance.objectNode();
    response
        .headers()
        .forEach(
            (name, values) -> {
              if (HEADERS.contains(name) && !values.isEmpty()) {
                ArrayNode list = headers.putArray(name);
                values.forEach(list::add);
              }
            });
    return headers;
  }

  private static void addBody(ObjectNode answer, ApiResponse.Complete response) {
    byte[] body = response.body();
    if (body.length == 0) {
      return;
    }
    String text = new String(body, StandardCharsets.UTF_8);
    if (text.startsWith("k8s\0")) {
      answer.put("protobuf", true);
      return;
    }
    String type = String.join("", response.headers().getOrDefault("Content-Type", List.of()));
    if (type.contains("json") || text.startsWith("{")) {
      try {
        answer.set("body", JsonMapper.shared().readTree(named(text)));
        return;
      } catch (JacksonException noJson) {
        // Told as lines.
      }
    }
    ArrayNode lines = answer.putArray("lines");
    String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    for (String line : whole.split("\n", -1)) {
      lines.add(line);
    }
  }

  // The programs of the recorded clusters had shorter names.
  private static String named(String body) {
    return body.replace("\"kube-controller-manager\"", "\"controller-manager\"");
  }

  private ObjectNode watched(JsonNode step) {
    String path = step.path("watch").stringValue();
    if (!path.contains("watch=") && !path.contains("/watch/")) {
      path += (path.contains("?") ? "&" : "?") + "watch=true";
    }
    ApiResponse response = laboratory.send(request("GET", path, step));
    if (response instanceof ApiResponse.Streaming streaming) {
      watches.put(step.path("name").stringValue(), streaming.frames());
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("code", response.code());
    answer.set("headers", headers(response));
    if (response instanceof ApiResponse.Complete complete) {
      if (response.code() == 200) {
        // What is no watch is read as if it were one.
        watches.put(step.path("name").stringValue(), new OneFrame(complete.body()));
      } else {
        addBody(answer, complete);
        watches.put(step.path("name").stringValue(), new OneFrame(null));
      }
    }
    return answer;
  }

  private ObjectNode events(JsonNode step) {
    JsonNode expect = step.path("expect-events");
    boolean untilClosed = expect.path("until-closed").asBoolean(false);
    int count = expect.path("count").asInt(0);
    EventStream stream = watches.get(expect.path("watch").stringValue());
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode events = answer.putArray("events");
    if (stream == null) {
      answer.removeAll();
      return answer.put("error", "no such watch");
    }
    boolean settles = expect.has("settle");
    take(stream, events, untilClosed || settles ? Integer.MAX_VALUE : count);
    if (untilClosed || events.size() < count) {
      Duration within = duration(expect.path("within").asString("5s"));
      laboratory.advanceUntil(
          () -> {
            take(stream, events, untilClosed || settles ? Integer.MAX_VALUE : count);
            return stream.ended() || (!untilClosed && events.size() >= count);
          },
          within);
      take(stream, events, untilClosed || settles ? Integer.MAX_VALUE : count);
    }
    if (untilClosed || events.size() < count) {
      answer.put("closed", stream.ended());
    }
    save(step, answer, events);
    return answer;
  }

  private static void take(EventStream stream, ArrayNode events, int limit) {
    while (events.size() < limit) {
      byte[] frame = stream.poll();
      if (frame == null) {
        return;
      }
      JsonNode event = JsonMapper.shared().readTree(frame);
      boolean progress =
          event.path("type").asString("").equals("BOOKMARK")
              && !event.toString().contains("initial-events-end");
      if (!progress) {
        events.add(event);
      }
    }
  }

  private ObjectNode waited(JsonNode step) {
    JsonNode wait = step.path("wait");
    JsonNode until = wait.path("until");
    ApiRequest get = request("GET", wait.path("get").stringValue(), step);
    ObjectNode[] last = new ObjectNode[1];
    boolean reached =
        laboratory.advanceUntil(
            () -> {
              last[0] = sent(JsonNodeFactory.instance.objectNode(), laboratory.send(get));
              return holds(until, last[0]);
            },
            duration(wait.path("within").asString("10s")));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("reached", reached);
    JsonNode body = last[0].path("body");
    if (!reached) {
      answer.set("code", last[0].path("code"));
    }
    if (!reached || step.has("only")) {
      answer.set("body", body);
    }
    save(step, answer, body);
    return answer;
  }

  private static boolean holds(JsonNode until, JsonNode answer) {
    int code = answer.path("code").intValue();
    boolean reached = until.has("code") ? code == until.path("code").intValue() : code == 200;
    List<JsonNode> found = Paths.lookup(answer.path("body"), until.path("path").asString(""));
    if (until.has("exists")) {
      reached &= until.path("exists").booleanValue() != found.isEmpty();
    }
    if (until.has("equals")) {
      reached &= found.size() == 1 && found.get(0).equals(until.path("equals"));
    }
    return reached;
  }

  private void save(JsonNode step, ObjectNode answer, JsonNode from) {
    Map<String, String> wanted = new LinkedHashMap<>();
    step.path("save").forEachEntry((name, path) -> wanted.put(name, path.stringValue()));
    wanted.forEach(
        (name, path) -> {
          List<JsonNode> found = Paths.lookup(from, path);
          if (found.size() != 1) {
            variables.put(name, "");
            answer.put("save " + name, "nothing at " + path);
          } else {
            variables.put(
                name,
                found.get(0).isString() ? found.get(0).stringValue() : found.get(0).toString());
          }
        });
  }

  /** Returns the parameters that a step asks with. */
  static Map<String, String> parameters(JsonNode step) {
    String line = step.path("send").asString("") + step.path("watch").asString("");
    Map<String, String> parameters = new HashMap<>();
    int mark = line.indexOf('?');
    for (String parameter : mark < 0 ? new String[0] : line.substring(mark + 1).split("&", -1)) {
      if (!WELL_ENCODED.matcher(parameter).matches()) {
        continue;
      }
      String[] pair = parameter.split("=", 2);
      parameters.putIfAbsent(pair[0], pair.length == 2 ? decoded(pair[1]) : "");
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static ApiRequest request(String method, String line, JsonNode step) {
    int mark = line.indexOf('?');
    Map<String, List<String>> query = new LinkedHashMap<>();
    for (String parameter : mark < 0 ? new String[0] : line.substring(mark + 1).split("&", -1)) {
      if (!WELL_ENCODED.matcher(parameter).matches()) {
        continue;
      }
      String[] pair = parameter.split("=", 2);
      query
          .computeIfAbsent(decoded(pair[0]), name -> new ArrayList<>())
          .add(pair.length == 2 ? decoded(pair[1]) : "");
    }
    ApiRequest request =
        new ApiRequest(
            method,
            decoded((mark < 0 ? line : line.substring(0, mark)).replace("+", "%2B")),
            query,
            Map.of(),
            new byte[0]);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("user-agent", "replay/1");
    headers.put("accept", "application/json");
    headers.put("host", Laboratory.HOST);
    headers.put("authorization", "Bearer admin-token");
    byte[] body = body(step);
    if (body != null) {
      headers.put("content-type", "application/json");
    }
    step.path("headers")
        .forEachEntry(
            (name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value.asString("")));
    headers.values().removeIf(String::isEmpty);
    String contentType = headers.remove("content-type");
    for (Map.Entry<String, String> header : headers.entrySet()) {
      request = request.withHeader(header.getKey(), header.getValue());
    }
    if (contentType != null) {
      return request.withBody(contentType, body == null ? new byte[0] : body);
    }
    return body == null
        ? request
        : new ApiRequest(
            request.method(), request.path(), request.query(), request.headers(), body);
  }

  private static byte @org.jspecify.annotations.Nullable [] body(JsonNode step) {
    if (step.has("base64")) {
      return Base64.getDecoder().decode(step.path("base64").stringValue().replaceAll("\\s", ""));
    }
    if (step.has("text")) {
      String padding = "x".repeat(step.path("pad").asInt(0));
      return step.path("text")
          .stringValue()
          .replace("@PAD@", padding)
          .getBytes(StandardCharsets.UTF_8);
    }
    return step.has("body") && !step.path("body").isNull()
        ? sorted(step.path("body")).toString().getBytes(StandardCharsets.UTF_8)
        : null;
  }

  // As replay writes them.
  private static JsonNode sorted(JsonNode body) {
    if (body.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      body.forEach(item -> list.add(sorted(item)));
      return list;
    }
    if (!body.isObject()) {
      return body;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    new TreeSet<>(body.propertyNames()).forEach(key -> object.set(key, sorted(body.get(key))));
    return object;
  }

  private static Duration duration(String text) {
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
  }

  /** A body that was no stream. */
  private static final class OneFrame implements EventStream {
    private byte @org.jspecify.annotations.Nullable [] frame;

    OneFrame(byte @org.jspecify.annotations.Nullable [] frame) {
      this.frame = frame;
    }

    @Override
    public byte @org.jspecify.annotations.Nullable [] poll() {
      byte[] next = frame;
      frame = null;
      return next;
    }

    @Override
    public boolean ended() {
      return frame == null;
    }

    @Override
    public void onReady(Runnable wake) {}

    @Override
    public void close() {}
  }
}
