package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.status.WarningHeader;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends the requests of a recorded scenario to a server and says what it answers. */
final class Replay {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z| [+-]\\d{4} \\S+)?");
  private final ApiHandler handler;
  private final WatchReader watches;

  /** Plays against a server in this process, whose watches hold at once what they will show. */
  Replay(ApiHandler handler) {
    this(handler, WatchReader.UP_TO_NOW);
  }

  Replay(ApiHandler handler, WatchReader watches) {
    this.handler = handler;
    this.watches = watches;
  }

  /** Plays an entry up to its first refusal and takes away what it created. */
  List<Answer> play(CorpusEntry entry) {
    List<Answer> answers = new ArrayList<>();
    @Nullable String created = play(entry.steps(), answers);
    if (created != null) {
      remove(created);
    }
    return answers;
  }

  /** Plays steps up to the first refusal; returns the path of what they created last, if any. */
  @Nullable String play(JsonNode steps, List<Answer> answers) {
    String sent = JSON.writeValueAsString(steps);
    JsonNode latest = MissingNode.getInstance();
    @Nullable String name = null;
    @Nullable String created = null;
    String version = "";
    for (JsonNode step : steps) {
      JsonNode body = expand(step.path("body"));
      JsonNode given = body.path("metadata").path("name");
      if (name == null && given.isString()) {
        name = given.asString();
      }
      String path =
          step.path("path")
              .asString()
              .replace("{name}", encode(name == null ? "" : name))
              .replace("{version}", version);
      if (given.asString("").equals("{name}")) {
        ((ObjectNode) body.path("metadata")).put("name", name);
      }
      if (step.path("useLatestVersion").asBoolean(false) && !latest.isMissingNode()) {
        useVersion(body, latest);
      }
      ApiResponse response =
          send(
              step.path("method").asString(),
              path,
              step.path("contentType").asString("application/json"),
              body);
      boolean hasBody = !step.path("method").asString().equals("HEAD");
      JsonNode reply = hasBody ? json(response) : MissingNode.getInstance();
      answers.add(answer(step, body, response, reply, sent));
      if (response.code() < 200 || response.code() >= 300) {
        if (step.path("goOn").asBoolean(false)) {
          continue;
        }
        break;
      }
      boolean isObject =
          reply.isObject()
              && !reply.path("kind").asString("").equals("Status")
              && reply.has("metadata")
              && !reply.has("items");
      if (isObject) {
        latest = reply;
        if (version.isEmpty()) {
          version = reply.path("metadata").path("resourceVersion").asString("");
        }
        name = reply.path("metadata").path("name").asString(name == null ? "" : name);
        if (step.path("method").asString().equals("POST")) {
          created = step.path("path").asString().split("\\?")[0] + "/" + encode(name);
        }
      }
    }
    return created;
  }

  /** Sends a request whose path may have a query. */
  ApiResponse send(String method, String pathAndQuery, String contentType, JsonNode body) {
    int mark = pathAndQuery.indexOf('?');
    String path = mark < 0 ? pathAndQuery : pathAndQuery.substring(0, mark);
    ApiRequest request =
        ApiRequest.of(method, decode(path)).withHeader("Accept", "application/json");
    if (mark >= 0) {
      for (String parameter : pathAndQuery.substring(mark + 1).split("&")) {
        int equals = parameter.indexOf('=');
        request =
            request.withParameter(
                decode((equals < 0 ? parameter : parameter.substring(0, equals)).replace('+', ' ')),
                equals < 0 ? "" : decode(parameter.substring(equals + 1).replace('+', ' ')));
      }
    }
    if (!body.isMissingNode() && !body.isNull()) {
      String text = body.isString() ? body.stringValue() : JSON.writeValueAsString(body);
      request = request.withBody(contentType, text.getBytes(StandardCharsets.UTF_8));
    }
    return handler.handle(request);
  }

  private void remove(String path) {
    JsonNode left = json(send("DELETE", path, "", MissingNode.getInstance()));
    if (left.path("metadata").path("finalizers").isEmpty()) {
      left = json(send("GET", path, "", MissingNode.getInstance()));
    }
    if (!left.path("metadata").path("finalizers").isEmpty()) {
      send(
          "PATCH",
          path,
          "application/merge-patch+json",
          JSON.readTree("{\"metadata\":{\"finalizers\":null}}"));
    }
  }

  private static void useVersion(JsonNode body, JsonNode latest) {
    if (!(body instanceof ObjectNode object)) {
      return;
    }
    if (!object.has("metadata")) {
      object.putObject("metadata");
    }
    if (object.path("metadata") instanceof ObjectNode metadata) {
      metadata.set("resourceVersion", latest.path("metadata").path("resourceVersion"));
      if (!metadata.has("uid")) {
        metadata.set("uid", latest.path("metadata").path("uid"));
      }
    }
  }

  private Answer answer(
      JsonNode step, JsonNode body, ApiResponse response, JsonNode reply, String sent) {
    int code = response.code();
    Set<String> warnings = warnings(response);
    Set<String> changes = new TreeSet<>();
    Map<String, JsonNode> values = new TreeMap<>();
    JsonNode object = MissingNode.getInstance();
    boolean isStatus = reply.path("kind").asString("").equals("Status");
    if (code < 200 || code >= 300) {
      Set<String> causes = new TreeSet<>();
      reply
          .path("details")
          .path("causes")
          .forEach(
              cause ->
                  causes.add(
                      cause.path("reason").asString("") + " " + cause.path("field").asString("")));
      return new Answer(
          code,
          isStatus ? reply.path("reason").asString("") : "",
          causes,
          changes,
          values,
          object,
          warnings);
    }
    JsonNode show = step.path("show");
    if (response instanceof ApiResponse.Streaming streaming) {
      JsonNode events = ShownObject.events(watches.read(streaming.frames()), show, sent);
      object = show.isMissingNode() ? object : events;
    } else if (show.asBoolean(!show.isMissingNode()) && reply.isObject() && !isStatus) {
      object = ShownObject.of((ObjectNode) reply, show, sent);
    }
    String method = step.path("method").asString();
    boolean writes = method.equals("POST") || method.equals("PUT");
    if (writes && reply.isObject() && !isStatus && body.isObject()) {
      for (String part : List.of("spec", "status")) {
        diff(part, body.path(part), reply.path(part), changes, values);
      }
      values.values().removeIf(Replay::isLongOrRecent);
    }
    return new Answer(code, "", Set.of(), changes, values, object, warnings);
  }

  private static Set<String> warnings(ApiResponse response) {
    Set<String> warnings = new TreeSet<>();
    response
        .headers()
        .forEach(
            (name, values) -> {
              if (name.equalsIgnoreCase(WarningHeader.NAME)) {
                warnings.addAll(values);
              }
            });
    return warnings;
  }

  private static boolean isLongOrRecent(JsonNode value) {
    String text = JSON.writeValueAsString(value);
    if (text.length() >= 450) {
      return true;
    }
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    Matcher times = TIME.matcher(text);
    while (times.find()) {
      LocalDate day = LocalDate.parse(times.group().substring(0, 10));
      if (Math.abs(day.toEpochDay() - today.toEpochDay()) <= 1) {
        return true;
      }
    }
    return false;
  }

  private static void diff(
      String path,
      JsonNode sent,
      JsonNode stored,
      Set<String> changes,
      Map<String, JsonNode> values) {
    boolean noneSent = sent.isMissingNode() || sent.isNull();
    boolean noneStored = stored.isMissingNode() || stored.isNull();
    if (noneSent && noneStored) {
      return;
    }
    if (noneSent) {
      changes.add("added " + path);
      values.put(path, stored);
    } else if (noneStored) {
      changes.add("dropped " + path);
    } else if (sent instanceof ObjectNode one && stored instanceof ObjectNode other) {
      Set<String> keys = new TreeSet<>(one.propertyNames());
      keys.addAll(other.propertyNames());
      keys.forEach(key -> diff(join(path, key), one.path(key), other.path(key), changes, values));
    } else if (sent instanceof ArrayNode one && stored instanceof ArrayNode other) {
      for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
        String at = path + "[" + i + "]";
        // An item that is null counts as there, other than a field.
        if (i >= one.size()) {
          changes.add("added " + at);
          values.put(at, other.get(i));
        } else if (i >= other.size()) {
          changes.add("dropped " + at);
        } else if (one.get(i).isNull() != other.get(i).isNull()) {
          changes.add("changed " + at);
          values.put(at, other.get(i));
        } else {
          diff(at, one.get(i), other.get(i), changes, values);
        }
      }
    } else if (!same(sent, stored)) {
      changes.add("changed " + path);
      values.put(path, stored);
    }
  }

  private static String join(String path, String key) {
    return IDENTIFIER.matcher(key).matches()
        ? path + "." + key
        : path + "[" + JsonMapper.shared().writeValueAsString(key) + "]";
  }

  static boolean same(JsonNode one, @Nullable JsonNode other) {
    if (other == null) {
      return false;
    }
    if (one instanceof ObjectNode left && other instanceof ObjectNode right) {
      return Set.copyOf(left.propertyNames()).equals(Set.copyOf(right.propertyNames()))
          && left.propertyNames().stream().allMatch(key -> same(left.get(key), right.get(key)));
    }
    if (one instanceof ArrayNode left && other instanceof ArrayNode right) {
      if (left.size() != right.size()) {
        return false;
      }
      for (int i = 0; i < left.size(); i++) {
        if (!same(left.get(i), right.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
    return one.equals(other);
  }

  private static JsonNode expand(JsonNode value) {
    if (value.size() == 1 && value.has("$repeat")) {
      JsonNode repeat = value.get("$repeat");
      return tools.jackson.databind.node.StringNode.valueOf(
          repeat.get(0).asString().repeat(repeat.get(1).asInt()));
    }
    return Rebuilt.of(value, Replay::expand);
  }

  private static JsonNode json(ApiResponse response) {
    if (!(response instanceof ApiResponse.Complete complete)) {
      return MissingNode.getInstance();
    }
    try {
      return JSON.readTree(complete.body());
    } catch (JacksonException text) {
      return MissingNode.getInstance();
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
