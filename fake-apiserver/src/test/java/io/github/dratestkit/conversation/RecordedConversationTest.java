package io.github.dratestkit.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Whatever the real server answered in a recorded conversation, ours answers. What does not agree
 * yet is listed step by step in {@code known-differences.txt}; a line there that has come to agree
 * fails, so that the list can only shrink.
 */
@Execution(ExecutionMode.SAME_THREAD)
class RecordedConversationTest {

  private static final String FOLDER = "/upstream/conversations/";

  static Stream<String> conversations() throws IOException, URISyntaxException {
    Path folder = Path.of(RecordedConversationTest.class.getResource(FOLDER).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .map(name -> name.substring(0, name.length() - ".yaml".length()))
          .filter(name -> !name.startsWith("kubectl-"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conversations")
  void answers_are_those_of_the_real_server(String name) {
    String text = resource(name + ".yaml");
    JsonNode conversation = YAMLMapper.shared().readTree(text);
    JsonNode golden = JsonMapper.shared().readTree(resource(name + ".json")).path("steps");
    List<JsonNode> steps = new ArrayList<>();
    List<ObjectNode> answers = new ArrayList<>();
    Normaliser normaliser = new Normaliser(text, Laboratory.NAMESPACE, Laboratory.START);
    try (Laboratory laboratory = new Laboratory(texts(conversation.path("requires")))) {
      Play play = new Play(laboratory);
      for (JsonNode raw : conversation.path("steps")) {
        JsonNode step = play.substituted(raw);
        ObjectNode answer = play.answer(step);
        steps.add(step);
        answers.add(answer);
        normaliser.findGenerated(answer);
      }
    }

    List<String> ignored = texts(conversation.path("ignore"));
    TreeSet<String> differing = new TreeSet<>();
    List<String> unknown = new ArrayList<>();
    Set<String> known = knownDifferences();
    for (int place = 0; place < steps.size(); place++) {
      String where = name + " " + (place + 1);
      JsonNode answer =
          normalised(normaliser, place + 1, steps.get(place), answers.get(place), ignored);
      List<String> differences =
          Comparison.differences(where, recorded(golden.path(place)), answer);
      if (!differences.isEmpty()) {
        differing.add(where);
        if (!known.contains(where)) {
          unknown.addAll(differences);
        }
      }
    }

    assertThat(unknown).as("differences from what was recorded").isEmpty();
    assertThat(known.stream().filter(line -> line.startsWith(name + " ")))
        .as("lines of known-differences.txt that agree by now")
        .isSubsetOf(differing);
  }

  private static JsonNode normalised(
      Normaliser normaliser, int number, JsonNode step, ObjectNode raw, List<String> ignored) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    boolean quiet = step.path("quiet").asBoolean(false);
    boolean openApi = step.path("send").asString("").contains("/openapi/");
    List<String> only = texts(step.path("only"));
    List<String> dropped = new ArrayList<>(ignored);
    dropped.addAll(texts(step.path("ignore")));
    JsonNode body = raw.path("body");
    Prose.remove(raw, openApi);
    normaliser.begin(
        number,
        Play.parameters(step),
        !only.isEmpty() && !Comparison.isFailure(body) && Normaliser.isList(body));
    for (String key : new TreeSet<>(raw.propertyNames())) {
      JsonNode value = raw.get(key);
      if (key.equals("body")) {
        dropped.forEach(path -> Paths.remove(value, path));
      } else if (key.equals("events")) {
        value.forEach(event -> dropped.forEach(path -> Paths.remove(event, path)));
      }
      if (quiet && !Set.of("code", "error").contains(key)) {
        continue;
      }
      out.set(key, shown(normaliser, key, value, only));
    }
    if (step.path("sorted").asBoolean(false) && out.has("events")) {
      out.set("events", Comparison.sorted(out.path("events"), JsonNode::toString));
    }
    return out;
  }

  private static JsonNode shown(
      Normaliser normaliser, String key, JsonNode value, List<String> only) {
    if (key.equals("lines")) {
      return normaliser.ofLines(value);
    }
    if (key.equals("body") && !only.isEmpty() && !Comparison.isFailure(value)) {
      return normaliser.of(Paths.project(value, only));
    }
    if (key.equals("events") && !only.isEmpty()) {
      var picked = JsonNodeFactory.instance.arrayNode();
      value.forEach(event -> picked.add(Paths.project(event, only)));
      return normaliser.of(picked);
    }
    return normaliser.of(value);
  }

  // Of protobuf only that it came is held here: the codec has its own recorded bytes.
  private static JsonNode recorded(JsonNode golden) {
    ObjectNode recorded = (ObjectNode) golden.deepCopy();
    if (recorded.has("protobuf")) {
      recorded.put("protobuf", true);
    }
    if (recorded.path("headers") instanceof ObjectNode headers) {
      headers.retain("Content-Type", "Warning", "Location", "Retry-After");
    }
    return recorded;
  }

  private static Set<String> knownDifferences() {
    Set<String> known = new TreeSet<>();
    resource("known-differences.txt")
        .lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .forEach(known::add);
    return known;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.stringValue()));
    return texts;
  }

  private static String resource(String name) {
    try (var in = RecordedConversationTest.class.getResourceAsStream(FOLDER + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(name, broken);
    }
  }
}
