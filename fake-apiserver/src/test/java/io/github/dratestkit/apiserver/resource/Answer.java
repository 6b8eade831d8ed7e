package io.github.dratestkit.apiserver.resource;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One answer, reduced to what is compared.
 *
 * @param causes of a refusal, as {@code reason field}
 * @param changes of what was sent, as {@code kind path}
 * @param values of fields that were added or changed
 * @param object what is shown, missing unless the step asks for it
 * @param warnings the Warning headers, null if they were not recorded and do not count
 */
record Answer(
    int code,
    String reason,
    Set<String> causes,
    Set<String> changes,
    Map<String, JsonNode> values,
    JsonNode object,
    @Nullable Set<String> warnings) {

  static Answer recorded(JsonNode node) {
    Map<String, JsonNode> values = new TreeMap<>();
    node.path("values").forEachEntry(values::put);
    return new Answer(
        node.path("code").asInt(),
        node.path("reason").asString(""),
        pairs(node.path("causes")),
        pairs(node.path("changes")),
        values,
        node.path("object"),
        node.has("warnings") ? texts(node.path("warnings")) : null);
  }

  /** Returns it in the form that {@link #recorded} reads. */
  ObjectNode toJson() {
    ObjectNode node = JsonMapper.shared().createObjectNode();
    node.put("code", code);
    if (!reason.isEmpty()) {
      node.put("reason", reason);
    }
    putPairs(node, "causes", causes);
    putPairs(node, "changes", changes);
    if (!values.isEmpty()) {
      ObjectNode kept = node.putObject("values");
      values.forEach(kept::set);
    }
    if (!object.isMissingNode()) {
      node.set("object", object);
    }
    if (warnings != null) {
      ArrayNode kept = node.putArray("warnings");
      new TreeSet<>(warnings).forEach(kept::add);
    }
    return node;
  }

  boolean agrees(Answer other) {
    return code == other.code
        && reason.equals(other.reason)
        && causes.equals(other.causes)
        && changes.equals(other.changes)
        && values.keySet().equals(other.values.keySet())
        && values.entrySet().stream()
            .allMatch(value -> Replay.same(value.getValue(), other.values.get(value.getKey())))
        && Replay.same(object, other.object)
        && (warnings == null || other.warnings == null || warnings.equals(other.warnings));
  }

  /** Returns what the first answer is that differs, or nothing. */
  static String difference(List<Answer> wanted, List<Answer> got) {
    for (int i = 0; i < Math.max(wanted.size(), got.size()); i++) {
      if (i >= wanted.size() || i >= got.size() || !wanted.get(i).agrees(got.get(i))) {
        return " step " + (i + 1) + "\n  want " + at(wanted, i) + "\n  got  " + at(got, i);
      }
    }
    return "";
  }

  private static String at(List<Answer> answers, int index) {
    return index < answers.size() ? answers.get(index).toString() : "nothing";
  }

  private static Set<String> pairs(JsonNode list) {
    Set<String> pairs = new TreeSet<>();
    list.forEach(pair -> pairs.add(pair.get(0).asString() + " " + pair.get(1).asString()));
    return pairs;
  }

  private static void putPairs(ObjectNode node, String name, Set<String> pairs) {
    if (pairs.isEmpty()) {
      return;
    }
    ArrayNode list = node.putArray(name);
    for (String pair : new TreeSet<>(pairs)) {
      int space = pair.indexOf(' ');
      list.addArray().add(pair.substring(0, space)).add(pair.substring(space + 1));
    }
  }

  private static Set<String> texts(JsonNode list) {
    Set<String> texts = new TreeSet<>();
    list.forEach(text -> texts.add(text.asString()));
    return texts;
  }
}
