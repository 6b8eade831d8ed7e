package io.github.dratestkit.apiserver;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The recorded answers about changed fields, asked of our server. */
final class KindsCorpus implements AutoCloseable {

  private static final String NAMESPACE = "kinds";
  private static final String FOLDER = "/upstream/kinds/";

  /** Kinds whose status the real server writes soon after they are created. */
  private static final List<String> WATCHED =
      List.of("/customresourcedefinitions", "/apiservices", "/flowschemas");

  private final FakeApiServer server =
      FakeApiServer.start(
          ClusterConfig.builder(KubernetesVersion.LATEST)
              .runtimeConfig(List.of("api/all=true"))
              .timers(new VirtualTimers(Instant.parse("2026-11-30T12:00:00Z")))
              .seed(1)
              .build());
  private final Map<String, JsonNode> subjects = new LinkedHashMap<>();
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final Map<String, JsonNode> statuses = new LinkedHashMap<>();
  private final Map<String, ObjectNode> withStatus = new LinkedHashMap<>();
  private final Map<String, int[]> counts = new TreeMap<>();
  private final String answers;

  private KindsCorpus(String answers) throws IOException {
    this.answers = answers;
    for (JsonNode subject : subjects()) {
      subjects.put(subject.path("path").stringValue(), subject.path("object"));
      statuses.put(subject.path("path").stringValue(), subject.path("status"));
    }
    ask("POST", "/api/v1/namespaces", namespace(NAMESPACE));
  }

  /** Opens the answers that the rules were written after. */
  static KindsCorpus open() throws IOException {
    return new KindsCorpus("answers.jsonl.gz");
  }

  /** Opens the answers to changes that were drawn by chance. */
  static KindsCorpus unseen() throws IOException {
    return new KindsCorpus("unseen.jsonl.gz");
  }

  /** Returns the kinds that the corpus is about, as the table of kinds names them. */
  static TreeSet<String> kinds() throws IOException {
    TreeSet<String> kinds = new TreeSet<>();
    for (JsonNode subject : subjects()) {
      kinds.add(nameOf(subject.path("object")));
    }
    return kinds;
  }

  private static JsonNode subjects() throws IOException {
    try (InputStream in = resource("objects.yaml")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return YAMLMapper.shared().readTree(text.replace("NS", NAMESPACE));
    }
  }

  private static String nameOf(JsonNode object) {
    String version = object.path("apiVersion").stringValue();
    int slash = version.indexOf('/');
    return object.path("kind").stringValue() + (slash < 0 ? "" : "." + version.substring(0, slash));
  }

  /** Returns one line for each answer that is not the recorded one. */
  List<String> differences() throws IOException {
    List<String> differences = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(resource(answers)), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        JsonNode recorded = JsonMapper.shared().readTree(line);
        JsonNode subject =
            Objects.requireNonNull(subjects.get(recorded.path("path").stringValue()));
        forgetOthers(recorded.path("path").stringValue());
        int[] count = counts.computeIfAbsent(nameOf(subject), kind -> new int[2]);
        count[0]++;
        String difference = compare(recorded, subject);
        if (!difference.isEmpty()) {
          count[1]++;
          differences.add(nameOf(subject) + " " + caseOf(recorded) + difference);
        }
      }
    }
    return differences;
  }

  /** Returns an answer to a question, for whoever reads it as JSON. */
  JsonNode get(String path, String accept) {
    ApiRequest request = ApiRequest.of("GET", path).withHeader("Accept", accept);
    return JsonMapper.shared()
        .readTree(((ApiResponse.Complete) server.handler().handle(request)).body());
  }

  /** Returns by kind what our server adds to its valid object, without places in lists. */
  Map<String, TreeSet<String>> filledIn() {
    Map<String, TreeSet<String>> filled = new TreeMap<>();
    subjects.forEach(
        (path, subject) -> {
          forgetOthers(path);
          ObjectNode other = (ObjectNode) subject.deepCopy();
          JsonNode body = dryRun(path, other);
          if (!body.path("kind").equals(other.path("kind"))) {
            // Finalizers hold the one that was changed.
            ((ObjectNode) other.path("metadata")).put("name", "filled-in");
            body = dryRun(path, other);
          }
          JsonNode reply = body;
          TreeMap<String, String> made = new TreeMap<>();
          differences(other, reply, "", made);
          TreeSet<String> fields = new TreeSet<>();
          made.keySet().stream()
              .filter(field -> !field.startsWith("/status"))
              .filter(field -> !reply.at(field).isMissingNode())
              .filter(field -> !isMoved(field, other))
              .forEach(
                  field ->
                      fields.add(field.substring(1).replaceAll("/[0-9]+", "").replace('/', '.')));
          filled.put(nameOf(subject), fields);
        });
    return filled;
  }

  private JsonNode dryRun(String path, JsonNode object) {
    return JsonMapper.shared().readTree(ask("POST", path + "?dryRun=All", object).body());
  }

  // A secret's texts come back as its data.
  private static boolean isMoved(String field, JsonNode object) {
    return field.startsWith("/data/")
        && object.path("stringData").has(field.substring("/data/".length()));
  }

  /** Prints how far each kind agrees. */
  void print() {
    counts.forEach(
        (kind, count) ->
            System.out.println(
                kind + ": " + (count[0] - count[1]) + " of " + count[0] + " recorded answers"));
  }

  /** Returns by kind how many answers were compared and how many differ. */
  Map<String, int[]> counts() {
    return counts;
  }

  private static String caseOf(JsonNode recorded) {
    String also = recorded.has("also") ? " and " + changeOf(recorded.path("also")) : "";
    return recorded.path("op").stringValue() + " " + changeOf(recorded) + also;
  }

  private static String changeOf(JsonNode change) {
    String value = change.path("value").toString();
    return change.path("at")
        + " "
        + (change.path("action").asString("").equals("set")
            ? value.length() > 60 ? value.substring(0, 20) + "…" : value
            : change.path("action").asString("as it is"));
  }

  private String compare(JsonNode recorded, JsonNode subject) {
    String path = recorded.path("path").stringValue();
    if (recorded.path("op").stringValue().equals("status")) {
      return compareStatus(recorded, path, subject);
    }
    boolean update = recorded.path("op").stringValue().equals("update");
    ObjectNode sent = changed(changed(subject, recorded), recorded.path("also"));
    String target = path;
    if (update) {
      target = path + "/" + subject.path("metadata").path("name").stringValue();
      ((ObjectNode) sent.get("metadata")).put("resourceVersion", stored(path, subject));
    }
    ApiResponse.Complete answer = ask(update ? "PUT" : "POST", target + "?dryRun=All", sent);
    return compare(recorded, path, update, sent, answer);
  }

  // What is written of an object that is there, with the status of the subject.
  private String compareStatus(JsonNode recorded, String path, JsonNode subject) {
    String name = path + "/" + subject.path("metadata").path("name").stringValue();
    ObjectNode stored =
        withStatus.computeIfAbsent(
            path,
            key -> {
              stored(path, subject);
              ApiRequest request = ApiRequest.of("GET", name);
              ApiResponse.Complete answer = (ApiResponse.Complete) server.handler().handle(request);
              ObjectNode object = (ObjectNode) JsonMapper.shared().readTree(answer.body());
              object.set("status", Objects.requireNonNull(statuses.get(path)));
              answer = ask("PUT", name + "/status", object);
              object = (ObjectNode) JsonMapper.shared().readTree(answer.body());
              object.set("status", Objects.requireNonNull(statuses.get(path)));
              return object;
            });
    ObjectNode sent = changed(changed(stored, recorded), recorded.path("also"));
    ApiResponse.Complete answer = ask("PUT", name + "/status?dryRun=All", sent);
    return compare(recorded, path, false, only(sent, "status"), answer);
  }

  private static ObjectNode only(JsonNode object, String field) {
    ObjectNode result = JsonMapper.shared().createObjectNode();
    if (object.has(field)) {
      result.set(field, object.get(field));
    }
    return result;
  }

  private static String compare(
      JsonNode recorded, String path, boolean update, JsonNode sent, ApiResponse.Complete answer) {
    JsonNode body = JsonMapper.shared().readTree(answer.body());
    JsonNode expected = recorded.path("answer");
    if (answer.code() != expected.path("code").intValue()) {
      return ": " + answer.code() + ", recorded " + expected.path("code") + reasons(expected);
    }
    if (answer.code() >= 400) {
      ArrayNode causes = JsonMapper.shared().createArrayNode();
      TreeSet<String> sorted = new TreeSet<>();
      for (JsonNode cause : body.path("details").path("causes")) {
        sorted.add(cause.path("reason").asString("") + " " + cause.path("field").asString(""));
      }
      sorted.forEach(causes::add);
      return causes.equals(expected.path("causes"))
          ? ""
          : ": " + causes + ", recorded " + expected.path("causes");
    }
    TreeMap<String, String> made = new TreeMap<>();
    boolean status = recorded.path("op").stringValue().equals("status");
    differences(sent, status ? only(body, "status") : body, "", made);
    TreeMap<String, String> wanted = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : expected.path("made").properties()) {
      wanted.put(entry.getKey(), comparable(entry.getValue()));
    }
    made.keySet().removeIf(key -> isAllocated(key) && wanted.containsKey(key));
    wanted.keySet().removeIf(KindsCorpus::isAllocated);
    made.keySet().removeIf(KindsCorpus::isAllocated);
    if (update && WATCHED.stream().anyMatch(path::endsWith)) {
      // What a controller of the real server found out about the stored one.
      made.keySet().removeIf(key -> key.startsWith("/status"));
      wanted.keySet().removeIf(key -> key.startsWith("/status"));
    }
    return made.equals(wanted) ? "" : ": makes " + made + ", recorded " + wanted;
  }

  // Addresses and ports are given by chance.
  private static boolean isAllocated(String path) {
    return path.equals("/spec/clusterIP")
        || path.equals("/spec/clusterIPs")
        || path.endsWith("/nodePort")
        || path.equals("/spec/healthCheckNodePort");
  }

  private static String reasons(JsonNode expected) {
    return expected.has("causes") ? " " + expected.path("causes") : "";
  }

  private static String comparable(JsonNode value) {
    return sorted(value)
        .toString()
        .replaceAll("\"20[0-9-]+T[0-9:.]+Z\"", "\"time\"")
        .replaceAll("\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"", "\"uid\"");
  }

  private static JsonNode sorted(JsonNode value) {
    if (value.isArray()) {
      ArrayNode list = JsonMapper.shared().createArrayNode();
      value.forEach(item -> list.add(sorted(item)));
      return list;
    }
    if (value.isObject()) {
      ObjectNode object = JsonMapper.shared().createObjectNode();
      new TreeSet<>(value.propertyNames())
          .forEach(name -> object.set(name, sorted(value.get(name))));
      return object;
    }
    return value;
  }

  private static void differences(
      JsonNode sent, JsonNode answered, String at, TreeMap<String, String> found) {
    if (sent.isObject() && answered.isObject()) {
      TreeSet<String> keys = new TreeSet<>(sent.propertyNames());
      keys.addAll(answered.propertyNames());
      for (String key : keys) {
        boolean skipped = at.isEmpty() && List.of("metadata", "apiVersion", "kind").contains(key);
        if (skipped) {
          continue;
        }
        if (!answered.has(key)) {
          found.put(at + "/" + key, "null");
        } else if (!sent.has(key)) {
          found.put(at + "/" + key, comparable(answered.get(key)));
        } else {
          differences(sent.get(key), answered.get(key), at + "/" + key, found);
        }
      }
    } else if (sent.isArray() && answered.isArray() && sent.size() == answered.size()) {
      for (int i = 0; i < sent.size(); i++) {
        differences(sent.get(i), answered.get(i), at + "/" + i, found);
      }
    } else if (!sent.equals(answered)) {
      found.put(at, comparable(answered));
    }
  }

  // Two kinds may be kept as one, so that only one of them may be there.
  private void forgetOthers(String path) {
    for (String other : List.copyOf(versions.keySet())) {
      if (!other.equals(path)) {
        versions.remove(other);
        withStatus.remove(other);
        String name =
            Objects.requireNonNull(subjects.get(other)).path("metadata").path("name").asString("");
        ask("DELETE", other + "/" + name, JsonMapper.shared().createObjectNode());
        if (other.endsWith("/namespaces")) {
          ask("PUT", other + "/" + name + "/finalize", namespace(name));
        }
      }
    }
  }

  private String stored(String path, JsonNode subject) {
    return versions.computeIfAbsent(
        path,
        key -> {
          ask("POST", path, subject);
          // What the server itself writes to a new object counts too.
          return get(path + "/" + subject.path("metadata").path("name").stringValue(), "")
              .path("metadata")
              .path("resourceVersion")
              .asString("");
        });
  }

  private static ObjectNode changed(JsonNode subject, JsonNode recorded) {
    ObjectNode result = (ObjectNode) subject.deepCopy();
    JsonNode at = recorded.path("at");
    if (at.isEmpty()) {
      return result;
    }
    JsonNode parent = result;
    for (int i = 0; i < at.size() - 1; i++) {
      JsonNode part = at.get(i);
      parent = part.isNumber() ? parent.get(part.intValue()) : parent.get(part.stringValue());
    }
    JsonNode last = at.get(at.size() - 1);
    boolean removes = recorded.path("action").asString("").equals("remove");
    if (parent instanceof ArrayNode list) {
      if (removes) {
        list.remove(last.intValue());
      } else {
        list.set(last.intValue(), recorded.path("value").deepCopy());
      }
    } else if (removes) {
      ((ObjectNode) parent).remove(last.stringValue());
    } else {
      ((ObjectNode) parent).set(last.stringValue(), recorded.path("value").deepCopy());
    }
    return result;
  }

  private static ObjectNode namespace(String name) {
    ObjectNode namespace = JsonMapper.shared().createObjectNode();
    namespace.putObject("metadata").put("name", name);
    return namespace;
  }

  private ApiResponse.Complete ask(String method, String path, JsonNode body) {
    String[] parts = path.split("\\?", 2);
    ApiRequest request =
        ApiRequest.of(method, parts[0])
            .withHeader("User-Agent", "replay")
            // Who asked the real server, which remembers that of requests for certificates.
            .withHeader("Impersonate-User", "admin")
            .withHeader("Impersonate-Uid", "admin")
            .withHeader("Impersonate-Group", "system:masters")
            .withBody("application/json", body.toString().getBytes(StandardCharsets.UTF_8));
    if (parts.length == 2) {
      request = request.withParameter("dryRun", "All");
    }
    return (ApiResponse.Complete) server.handler().handle(request);
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(KindsCorpus.class.getResourceAsStream(FOLDER + name), name);
  }

  @Override
  public void close() {
    server.close();
  }
}
