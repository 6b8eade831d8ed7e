package io.github.dratestkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.access.AccessSetting;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A conversation with the real server and its answers, played against ours. */
final class RecordedConversation {

  private static final String NAMESPACE = "recorded";

  /** Conversations whose refusals are compared word for word. */
  private static final Pattern MESSAGES = Pattern.compile("access-|admission-|limit-|quota-");

  private static final Pattern VARIABLE = Pattern.compile("<[^<>]+>");

  private RecordedConversation() {}

  /**
   * Plays a conversation and returns where answers differ.
   *
   * @param file its file without the ending, such as {@code conversations/patch-json}
   */
  static List<String> differences(String file) throws IOException {
    String name = file.substring(file.indexOf('/') + 1);
    JsonNode conversation = YAMLMapper.shared().readTree(resource(file + ".yaml"));
    JsonNode golden = JsonMapper.shared().readTree(resource(file + ".json"));
    List<String> differences = new ArrayList<>();
    try (FakeApiServer server = start()) {
      create(server);
      Map<String, String> variables = new HashMap<>(Map.of("ns", NAMESPACE));
      Map<String, EventStream> watches = new HashMap<>();
      int place = 0;
      for (JsonNode raw : conversation.path("steps")) {
        JsonNode step = substituted(raw, variables);
        JsonNode expected = golden.path("steps").path(place++);
        String where = name + " step " + place;
        if (step.has("send")) {
          ApiResponse.Complete answer = send(server, step, variables);
          compare(where, conversation.has("ignore"), step, expected, answer, differences);
        } else if (step.has("watch")) {
          watch(where, server, step, expected, watches, differences);
        } else if (step.has("expect-events")) {
          events(where, step, expected, watches, differences);
        }
      }
    }

    return differences;
  }

  private static FakeApiServer start() {
    return FakeApiServer.start(
        ClusterConfig.builder(KubernetesVersion.LATEST)
            .runtimeConfig(List.of("api/all=true"))
            .access(AccessSetting.ROLES)
            .timers(new VirtualTimers(Instant.parse("2026-11-30T12:00:00Z")))
            .seed(1)
            .build());
  }

  private static void create(FakeApiServer server) {
    server
        .handler()
        .handle(
            ApiRequest.of("POST", "/api/v1/namespaces")
                .withHeader("Authorization", "Bearer admin-token")
                .withBody(
                    "application/json", bytes("{\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}")));
  }

  private static JsonNode substituted(JsonNode step, Map<String, String> variables) {
    String text = step.toString();
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      text = text.replace("${" + variable.getKey() + "}", variable.getValue());
    }
    return JsonMapper.shared().readTree(text);
  }

  private static ApiResponse.Complete send(
      FakeApiServer server, JsonNode step, Map<String, String> variables) {
    String[] line = step.path("send").stringValue().split(" ", 2);
    ApiResponse.Complete answer =
        (ApiResponse.Complete) server.handler().handle(request(line[0], line[1], step));
    step.path("save")
        .forEachEntry(
            (name, path) -> variables.put(name, valueAt(answer, path.stringValue()).asString("")));
    return answer;
  }

  private static JsonNode valueAt(ApiResponse.Complete answer, String path) {
    return valueAt(JsonMapper.shared().readTree(answer.body()), path);
  }

  private static JsonNode valueAt(JsonNode tree, String path) {
    JsonNode value = tree;
    for (String part : path.substring(1).split("\\.", -1)) {
      value = value.path(part);
    }
    return value;
  }

  private static void watch(
      String where,
      FakeApiServer server,
      JsonNode step,
      JsonNode expected,
      Map<String, EventStream> watches,
      List<String> differences) {
    String path = step.path("watch").stringValue();
    ApiResponse answer =
        server
            .handler()
            .handle(request("GET", path + (path.contains("?") ? "&" : "?") + "watch=true", step));
    if (answer instanceof ApiResponse.Streaming streaming) {
      watches.put(step.path("name").stringValue(), streaming.frames());
    }
    if (answer.code() != expected.path("code").intValue()) {
      differences.add(where + ": code " + answer.code() + ", recorded " + expected.path("code"));
    }
  }

  private static void events(
      String where,
      JsonNode step,
      JsonNode expected,
      Map<String, EventStream> watches,
      List<String> differences) {
    EventStream stream = watches.get(step.path("expect-events").path("watch").stringValue());
    List<String> seen = new ArrayList<>();
    for (byte[] frame = stream.poll(); frame != null; frame = stream.poll()) {
      seen.add(described(JsonMapper.shared().readTree(frame)));
    }
    List<String> recorded = new ArrayList<>();
    expected
        .path("events")
        .forEach(event -> recorded.add(described(event).replace("<ns>", NAMESPACE)));
    if (step.has("only")) {
      assertThat(seen).as(where).hasSameSizeAs(recorded);
      return;
    }
    if (step.path("sorted").asBoolean(false)) {
      seen.sort(null);
      recorded.sort(null);
    }
    if (!seen.equals(recorded)) {
      differences.add(where + ": " + seen + ", recorded " + recorded);
    }
  }

  private static String described(JsonNode event) {
    JsonNode object = event.path("object");
    return event.path("type").asString("")
        + " "
        + object.path("kind").asString("")
        + " "
        + object.path("metadata").path("name").asString("")
        + object.path("metadata").path("labels")
        + object.path("data")
        + object.path("reason").asString("");
  }

  private static ApiRequest request(String method, String line, JsonNode step) {
    String[] target = line.split("\\?", 2);
    ApiRequest request =
        ApiRequest.of(method, URLDecoder.decode(target[0], StandardCharsets.UTF_8))
            .withHeader("User-Agent", "replay")
            .withHeader("Authorization", "Bearer admin-token");
    if (target.length == 2) {
      for (String parameter : target[1].split("&", -1)) {
        String[] pair = parameter.split("=", 2);
        request =
            request.withParameter(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
      }
    }
    String contentType = "application/json";
    for (Map.Entry<String, JsonNode> header : step.path("headers").properties()) {
      request = request.withHeader(header.getKey(), header.getValue().stringValue());
      contentType =
          header.getKey().equals("Content-Type") ? header.getValue().stringValue() : contentType;
    }
    if (step.has("text")) {
      String padding = "x".repeat(step.path("pad").asInt(0));
      request =
          request.withBody(
              contentType, bytes(step.path("text").stringValue().replace("@PAD@", padding)));
    } else if (step.has("body")) {
      request = request.withBody(contentType, bytes(step.path("body").toString()));
    }
    return request;
  }

  private static void compare(
      String where,
      boolean ignoresParts,
      JsonNode step,
      JsonNode expected,
      ApiResponse.Complete answer,
      List<String> differences) {
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    List<String> warnings = new ArrayList<>();
    expected.path("headers").path("Warning").forEach(text -> warnings.add(text.stringValue()));
    if (!answer.headers().getOrDefault("Warning", List.of()).equals(warnings)
        && expected.has("headers")) {
      differences.add(where + ": warnings " + answer.headers() + ", recorded " + warnings);
    }
    if (answer.code() != expected.path("code").intValue()) {
      differences.add(
          where + ": code " + answer.code() + ", recorded " + expected.path("code") + " " + body);
    } else if (answer.code() >= 400 && !step.path("quiet").asBoolean(false)) {
      JsonNode status =
          body.startsWith("{")
              ? JsonMapper.shared().readTree(body)
              : JsonNodeFactory.instance.stringNode(body);
      if (!reasons(status).equals(reasons(expected.path("body")))) {
        differences.add(
            where + ": " + reasons(status) + ", recorded " + reasons(expected.path("body")));
      } else if (answer.code() == 403 && MESSAGES.matcher(where).lookingAt()) {
        compare(where, expected.path("body").path("message"), status.path("message"), differences);
      }
    } else if (step.has("only")) {
      JsonNode actual = JsonMapper.shared().readTree(body);
      for (JsonNode path : step.path("only")) {
        JsonNode recorded = expected.path("body").path(path.stringValue());
        // Paths into lists are for the replay tool alone.
        boolean absent = recorded.asString("").equals("<absent>");
        if (!path.stringValue().contains("[") && !recorded.isMissingNode()) {
          compare(
              where + path.stringValue(),
              absent ? MissingNode.getInstance() : recorded,
              valueAt(actual, path.stringValue()),
              differences);
        }
      }
    } else if (expected.path("body").isObject()
        && !ignoresParts
        && !step.path("quiet").asBoolean(false)
        && !step.has("only")
        && !step.has("ignore")) {
      JsonNode actual = sortedManagers(JsonMapper.shared().readTree(body));
      compare(where, sortedManagers(expected.path("body")), actual, differences);
    }
  }

  private static TreeSet<String> reasons(JsonNode status) {
    TreeSet<String> reasons = new TreeSet<>();
    reasons.add(status.path("reason").asString(""));
    for (JsonNode cause : status.path("details").path("causes")) {
      reasons.add(cause.path("reason").asString("") + " " + cause.path("field").asString(""));
    }
    return reasons;
  }

  // The recorded writes were seconds apart; here time stands still, so that names order them.
  private static JsonNode sortedManagers(JsonNode object) {
    if (object.path("metadata") instanceof ObjectNode metadata
        && metadata.path("managedFields") instanceof ArrayNode entries) {
      List<JsonNode> sorted = new ArrayList<>();
      entries.forEach(sorted::add);
      sorted.sort(
          Comparator.comparing((JsonNode entry) -> entry.path("operation").asString(""))
              .thenComparing(entry -> entry.path("manager").asString("")));
      metadata.putArray("managedFields").addAll(sorted);
    }
    return object;
  }

  private static void compare(
      String where, JsonNode expected, JsonNode actual, List<String> differences) {
    if (expected.isObject() && actual.isObject()) {
      TreeSet<String> names = new TreeSet<>(expected.propertyNames());
      names.addAll(actual.propertyNames());
      names.remove("description");
      for (String name : names) {
        compare(where + "." + name, expected.path(name), actual.path(name), differences);
      }
    } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int place = 0; place < expected.size(); place++) {
        compare(where + "[" + place + "]", expected.get(place), actual.get(place), differences);
      }
    } else if (!matches(expected, actual)) {
      differences.add(where + ": " + actual + ", recorded " + expected);
    }
  }

  private static boolean matches(JsonNode expected, JsonNode actual) {
    if (expected.isString() && actual.isString()) {
      String pattern = VARIABLE.matcher(expected.stringValue()).replaceAll("\u0000");
      StringBuilder regex = new StringBuilder();
      for (String part : pattern.split("\u0000", -1)) {
        regex.append(regex.isEmpty() && part.isEmpty() ? "" : Pattern.quote(part)).append(".*");
      }
      boolean variable = !pattern.equals(expected.stringValue());
      return variable ? actual.stringValue().matches(regex.toString()) : expected.equals(actual);
    }
    return expected.equals(actual);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = RecordedConversation.class.getResourceAsStream("/upstream/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
