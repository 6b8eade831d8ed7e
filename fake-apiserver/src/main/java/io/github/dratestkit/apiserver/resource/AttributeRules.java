package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The value of one attribute: exactly one of eight fields. */
final class AttributeRules {

  static final List<String> LISTS = List.of("bools", "ints", "strings", "versions");

  /** All value fields, in the order in which the API knows them. */
  static final List<String> VALUES =
      List.of("int", "bool", "string", "version", "ints", "bools", "strings", "versions");

  private static final int TEXT_LIMIT = 64;
  private static final String NUMBER = "(0|[1-9]\\d*)";
  private static final String PRE_RELEASE = "(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
  private static final String BUILD = "[0-9a-zA-Z-]+";

  /** Versions as semver.org 2.0.0 defines them. */
  private static final Pattern VERSION =
      Pattern.compile(
          NUMBER
              + "\\."
              + NUMBER
              + "\\."
              + NUMBER
              + "(-"
              + PRE_RELEASE
              + "(\\."
              + PRE_RELEASE
              + ")*)?"
              + "(\\+"
              + BUILD
              + "(\\."
              + BUILD
              + ")*)?");

  private AttributeRules() {}

  static void check(JsonNode attribute, String path, Findings findings) {
    if (Tree.has(attribute, "string")) {
      text(Tree.text(attribute, "string"), path + ".string", findings);
    }
    if (Tree.has(attribute, "version")) {
      version(Tree.text(attribute, "version"), path + ".version", findings);
    }
    for (String field : LISTS) {
      if (Tree.has(attribute, field) && attribute.path(field).isEmpty()) {
        findings.invalid(Path.child(path, field), "[]", "must have a value, or not be there");
      }
    }
    Lists.TextCheck text = AttributeRules::text;
    Lists.TextCheck version = AttributeRules::version;
    Lists.each(Tree.items(attribute, "strings"), path + ".strings", text.ofItems(), findings);
    Lists.each(Tree.items(attribute, "versions"), path + ".versions", version.ofItems(), findings);
    long set = VALUES.stream().filter(field -> Tree.has(attribute, field)).count();
    if (set != 1) {
      findings.alsoDeclared().invalid(path, set + " values", "must be exactly one of " + VALUES);
    }
  }

  /** Returns how many values an attribute counts for; a scalar is one, and so is none. */
  static int numberOfValues(JsonNode attribute) {
    int listed = LISTS.stream().mapToInt(field -> attribute.path(field).size()).sum();
    return Math.max(listed, 1);
  }

  private static void text(String text, String path, Findings findings) {
    if (Formats.bytes(text) > TEXT_LIMIT) {
      findings.add(FieldError.tooLong(path, TEXT_LIMIT));
    }
  }

  private static void version(String version, String path, Findings findings) {
    if (!VERSION.matcher(version).matches()) {
      findings.invalid(
          path, version, "must be a version as semver.org 2.0.0 defines it, such as 1.2.3");
    }
    text(version, path, findings);
  }
}
