package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A field selector as requests carry it: terms that must all hold. */
final class FieldSelector {

  /** Selects everything. */
  static final FieldSelector EVERYTHING = new FieldSelector(List.of());

  private final List<Term> terms;

  private FieldSelector(List<Term> terms) {
    this.terms = terms;
  }

  /**
   * Reads a selector; which fields a kind has is checked by {@link #check}.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it cannot be read
   */
  static FieldSelector parse(String text) {
    if (text.isEmpty()) {
      return EVERYTHING;
    }
    List<Term> terms = new ArrayList<>();
    for (String part : split(text)) {
      if (!part.isEmpty()) {
        terms.add(term(text, part));
      }
    }
    // A term that says nothing selects everything.
    terms.removeIf(term -> term.field.isEmpty() && term.value.isEmpty());
    return new FieldSelector(List.copyOf(terms));
  }

  /** Fails if a term names a field that the kind cannot be selected by. */
  void check(SelectableFields fields) {
    terms.forEach(term -> fields.require(term.field));
  }

  boolean matches(ObjectNode object, SelectableFields fields) {
    if (terms.isEmpty()) {
      return true;
    }
    Map<String, String> values = fields.of(object);
    return terms.stream()
        .allMatch(term -> values.getOrDefault(term.field, "").equals(term.value) != term.negated);
  }

  boolean isEverything() {
    return terms.isEmpty();
  }

  /** Returns the value that a field must have, if a term says so. */
  Optional<String> exactly(String field) {
    return terms.stream()
        .filter(term -> term.field.equals(field) && !term.negated)
        .map(Term::value)
        .findFirst();
  }

  private static Term term(String text, String part) {
    for (String operator : List.of("!=", "==", "=")) {
      int at = part.indexOf(operator);
      if (at >= 0) {
        return new Term(
            part.substring(0, at),
            unescape(text, part.substring(at + operator.length())),
            operator.equals("!="));
      }
    }
    throw StatusErrors.badRequest(
        "invalid selector: '" + text + "'; can't understand '" + part + "'");
  }

  // A comma after a backslash belongs to the value.
  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '\\' && i + 1 < text.length()) {
        part.append(letter).append(text.charAt(++i));
      } else if (letter == ',') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(letter);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  private static String unescape(String text, String value) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      if (letter == '\\') {
        i++;
        if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
          throw StatusErrors.badRequest("invalid field selector: invalid escape sequence: " + text);
        }
        plain.append(value.charAt(i));
      } else if (letter == '=') {
        throw StatusErrors.badRequest(
            "invalid field selector: unescaped character in selector: " + text);
      } else {
        plain.append(letter);
      }
    }
    return plain.toString();
  }

  private record Term(String field, String value, boolean negated) {}
}
