package io.github.dratestkit.controlplane;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.controlplane.run.Stepper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays a recorded conversation against a server in process whose loops a stepper moves, and says
 * where the answers differ from the recorded ones. Waiting and pausing move the virtual clock.
 */
final class ConversationPlayer {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ApiHandler server;
  private final Stepper stepper;
  private final Map<String, String> variables = new HashMap<>();
  private final GoldenMatcher matcher;
  private final Runnable afterRequest;

  /**
   * Creates a player.
   *
   * @param afterRequest run after each request that a conversation sends, before loops move
   */
  ConversationPlayer(ApiHandler server, Stepper stepper, String namespace, Runnable afterRequest) {
    this.afterRequest = afterRequest;
    this.server = server;
    this.stepper = stepper;
    this.matcher = new GoldenMatcher(namespace);
    variables.put("ns", namespace);
  }

  private record Answer(int code, JsonNode body) {}

  /** Plays every step and returns the differences. */
  List<String> play(JsonNode conversation, JsonNode golden) {
    List<String> differences = new ArrayList<>();
    send(
        "POST",
        "/api/v1/namespaces",
        Map.of(),
        JSON.readTree("{\"metadata\":{\"name\":\"" + variables.get("ns") + "\"}}"));
    stepper.settle();
    JsonNode steps = conversation.path("steps");
    List<String> ignored = texts(conversation.path("ignore"));
    for (int i = 0; i < steps.size(); i++) {
      JsonNode step = substituted(steps.get(i));
      String where = "step " + (i + 1) + " " + titleOf(step);
      for (String difference : play(step, golden.path("steps").path(i), ignored)) {
        differences.add(where + difference);
      }
    }
    return differences;
  }

  private List<String> play(JsonNode step, JsonNode golden, List<String> ignored) {
    if (step.has("pause")) {
      stepper.advance(duration(step.path("pause").stringValue()));
      return List.of();
    }
    if (step.has("wait")) {
      return playWait(step, golden, ignored);
    }
    String[] line = step.path("send").stringValue().split(" ", 2);
    Answer answer = send(line[0], line[1], headersOf(step), step.path("body"));
    afterRequest.run();
    stepper.settle();
    save(step, answer);
    List<String> differences = new ArrayList<>();
    if (answer.code() != golden.path("code").intValue()) {
      differences.add(
          ": expected code "
              + golden.path("code")
              + ", was "
              + answer.code()
              + " "
              + answer.body());
    } else if (!step.path("quiet").booleanValue(false)) {
      differences.addAll(compareBody(step, golden, answer, ignored));
    }
    return differences;
  }

  private List<String> playWait(JsonNode step, JsonNode golden, List<String> ignored) {
    JsonNode wait = step.path("wait");
    Duration within = duration(wait.path("within").asString("5s"));
    String path = wait.path("get").stringValue();
    boolean reached = stepper.advanceUntil(() -> holds(wait.path("until"), get(path)), within);
    Answer answer = get(path);
    save(step, answer);
    if (reached != golden.path("reached").booleanValue()) {
      return List.of(
          ": expected reached "
              + golden.path("reached")
              + ", was "
              + reached
              + " "
              + answer.body());
    }
    return step.has("only") && reached ? compareBody(step, golden, answer, ignored) : List.of();
  }

  private static boolean holds(JsonNode until, Answer answer) {
    if (until.has("code")) {
      return answer.code() == until.path("code").intValue();
    }
    JsonNode value = JsonPaths.get(answer.body(), until.path("path").stringValue());
    if (until.has("exists")) {
      return answer.code() == 200 && until.path("exists").booleanValue() == !value.isMissingNode();
    }
    return value.asString("").equals(until.path("equals").asString("")) && !value.isMissingNode();
  }

  private List<String> compareBody(
      JsonNode step, JsonNode golden, Answer answer, List<String> ignored) {
    JsonNode body = answer.body();
    if (step.has("only") && answer.code() < 400) {
      ObjectNode picked = JsonNodeFactory.instance.objectNode();
      for (String path : texts(step.path("only"))) {
        JsonNode found = JsonPaths.get(body, path);
        picked.set(path, found.isMissingNode() ? JsonNodeFactory.instance.stringNode("") : found);
      }
      body = picked;
    } else {
      ignored.forEach(path -> JsonPaths.remove(answer.body(), path));
      texts(step.path("ignore")).forEach(path -> JsonPaths.remove(answer.body(), path));
    }
    JsonNode expected = golden.path("body").deepCopy();
    // Who manages a field is for the tests of the server, not of the control plane.
    JsonPaths.remove(expected, ".metadata.managedFields");
    JsonPaths.remove(body, ".metadata.managedFields");
    if (answer.code() >= 400) {
      return List.of();
    }
    return matcher.differences(expected, body).stream().map(text -> " " + text).toList();
  }

  private void save(JsonNode step, Answer answer) {
    step.path("save")
        .properties()
        .forEach(
            entry ->
                variables.put(
                    entry.getKey(),
                    JsonPaths.get(answer.body(), entry.getValue().stringValue()).asString("")));
  }

  private Answer get(String path) {
    return send("GET", path, Map.of(), JsonNodeFactory.instance.missingNode());
  }

  private Answer send(String method, String target, Map<String, String> headers, JsonNode body) {
    int mark = target.indexOf('?');
    ApiRequest request =
        ApiRequest.of(method, mark < 0 ? target : target.substring(0, mark))
            .withHeader("User-Agent", "replay");
    if (mark >= 0) {
      for (String parameter : target.substring(mark + 1).split("&")) {
        String[] pair = parameter.split("=", 2);
        request =
            request.withParameter(
                URLDecoder.decode(pair[0], StandardCharsets.UTF_8),
                URLDecoder.decode(pair.length > 1 ? pair[1] : "", StandardCharsets.UTF_8));
      }
    }
    if (!body.isMissingNode()) {
      String type = headers.getOrDefault("Content-Type", "application/json");
      request = request.withBody(type, JSON.writeValueAsBytes(body));
    }
    ApiResponse response = server.handle(request);
    if (!(response instanceof ApiResponse.Complete complete)) {
      throw new IllegalStateException("a watch is no answer: " + target);
    }
    return new Answer(
        complete.code(),
        complete.body().length == 0
            ? JsonNodeFactory.instance.missingNode()
            : JSON.readTree(complete.body()));
  }

  private static Map<String, String> headersOf(JsonNode step) {
    Map<String, String> headers = new HashMap<>();
    step.path("headers")
        .properties()
        .forEach(entry -> headers.put(entry.getKey(), entry.getValue().stringValue()));
    return headers;
  }

  private JsonNode substituted(JsonNode step) {
    String text = step.toString();
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      text = text.replace("${" + variable.getKey() + "}", variable.getValue());
    }
    return JSON.readTree(text);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.stringValue()));
    return texts;
  }

  private static String titleOf(JsonNode step) {
    return step.has("wait")
        ? "wait " + step.path("wait").path("get").asString("")
        : step.path("send").asString("pause");
  }

  private static Duration duration(String text) {
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
  }
}
