package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.Position;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object of a file as the server would keep it.
 *
 * @param manifest where it comes from
 * @param plural the resource, such as {@code resourceslices}
 * @param object the object in the hub version, defaults filled in, with what the server would drop
 */
record Subject(Manifest manifest, String plural, ObjectNode object) {

  JsonNode spec() {
    return object.path("spec");
  }

  String name() {
    return object.path("metadata").path("name").asString("");
  }

  boolean is(String resource) {
    return plural.equals(resource);
  }

  /** Returns the items of a list, none if there is no list. */
  static List<JsonNode> items(JsonNode object, String field) {
    List<JsonNode> items = new ArrayList<>();
    if (object.path(field).isArray()) {
      object.path(field).forEach(items::add);
    }
    return items;
  }

  /** Returns the finding of a rule at a field of this object, given as v1 calls it. */
  LintFinding finding(LintRule rule, String field, String message) {
    return at(rule, field, manifest.source().of(inFile(field)), message);
  }

  /** Returns the finding of a rule at a place inside the text of a field. */
  LintFinding finding(LintRule rule, String field, Position inside, String message) {
    String path = inFile(field);
    String text = manifest.object().at(pointer(path)).asString("");
    return at(rule, field, manifest.source().inside(path, text, inside), message);
  }

  private LintFinding at(LintRule rule, String field, Position position, String message) {
    return new LintFinding(
        rule.id(),
        rule.severity(),
        manifest.file(),
        position,
        manifest.kind().kind() + " " + manifest.name(),
        field,
        message,
        rule.reason(),
        rule.fix());
  }

  /** Returns what a field that is called as in v1, or as in the file, is called in the file. */
  private String inFile(String field) {
    if (!manifest.kind().version().equals("v1beta1")) {
      return field;
    }
    String flat = field.replaceFirst("(requests\\[\\d+])\\.exactly", "$1");
    return flat.contains(".basic")
        ? flat
        : flat.replaceFirst("^(spec\\.devices\\[\\d+])\\.(?!name$)", "$1.basic.");
  }

  private static String pointer(String path) {
    return "/" + path.replace("[", "/").replace("]", "").replace('.', '/');
  }
}
