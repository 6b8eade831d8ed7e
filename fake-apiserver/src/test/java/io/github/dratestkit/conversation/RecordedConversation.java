package io.github.dratestkit.conversation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A conversation and what the real server answered in it: two files of a folder.
 *
 * @param folder where they are
 * @param name the name of the files, without their endings
 */
record RecordedConversation(Path folder, String name) {

  /** Returns the conversations of a folder below {@code upstream}, by name. */
  static Stream<RecordedConversation> in(String folder) {
    return in(resources(folder));
  }

  /** Returns the conversations of a folder that have answers, by name. */
  static Stream<RecordedConversation> in(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".yaml"))
          .map(file -> file.substring(0, file.length() - ".yaml".length()))
          .filter(name -> Files.exists(folder.resolve(name + ".json")))
          .sorted()
          .map(name -> new RecordedConversation(folder, name))
          .toList()
          .stream();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static Path resources(String folder) {
    try {
      URL found = RecordedConversation.class.getResource("/upstream/" + folder);
      return Path.of(Objects.requireNonNull(found, folder).toURI());
    } catch (URISyntaxException broken) {
      throw new IllegalStateException(folder, broken);
    }
  }

  /**
   * Plays it against our server.
   *
   * @return by step, {@code NAME NUMBER}, where our answer differs; steps that agree are left out
   */
  TreeMap<String, List<String>> differences(Comparison comparison) {
    String text = text(".yaml");
    JsonNode conversation = YAMLMapper.shared().readTree(text);
    JsonNode golden = JsonMapper.shared().readTree(text(".json")).path("steps");
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
    TreeMap<String, List<String>> differing = new TreeMap<>();
    for (int place = 0; place < steps.size(); place++) {
      String where = name + " " + (place + 1);
      JsonNode answer =
          normalised(normaliser, place + 1, steps.get(place), answers.get(place), ignored);
      List<String> differences =
          comparison.differences(where, recorded(golden.path(place)), answer);
      if (!differences.isEmpty()) {
        differing.put(where, differences);
      }
    }
    return differing;
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
      if (!quiet || Set.of("code", "error").contains(key)) {
        out.set(key, shown(normaliser, key, value, only));
      } else if (key.equals("lines")) {
        // Text that is not shown is counted nevertheless.
        shown(normaliser, key, value, only);
      }
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
      headers.retain(Play.HEADERS);
    }
    return recorded;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.stringValue()));
    return texts;
  }

  /** Returns the text of a file of a folder below {@code upstream}. */
  static String resource(String folder, String file) {
    return text(resources(folder).resolve(file));
  }

  /** Returns how many steps it has. */
  int steps() {
    return YAMLMapper.shared().readTree(text(".yaml")).path("steps").size();
  }

  private String text(String ending) {
    return text(folder.resolve(name + ending));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
