package io.github.dratestkit.apiserver.codec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Collects the unknown and repeated fields of one body, each once, and keeps the path of the field
 * that is being read.
 */
final class StrictErrors {

  private static final int LIMIT = 100;

  private enum Step {
    /** A key of a map, where the path does not show keys. */
    HIDDEN
  }

  private final FieldPaths form;
  private final List<String> repeatedKeys = new ArrayList<>();
  private final Set<String> texts = new LinkedHashSet<>();

  /** The steps to the field that is being read: its names, the places of items, hidden keys. */
  private final List<Object> path = new ArrayList<>();

  StrictErrors(FieldPaths form) {
    this.form = form;
  }

  void enterField(String name) {
    path.add(name);
  }

  void enterKey(String key) {
    if (form == FieldPaths.OF_VALUES) {
      path.add(Step.HIDDEN);
    } else {
      enterField(key);
    }
  }

  void enterItem(int index) {
    path.add(index);
  }

  void leave() {
    path.remove(path.size() - 1);
  }

  void unknownField(String name) {
    add("unknown field " + quoted(name));
  }

  void duplicateField(String name) {
    add("duplicate field " + quoted(name));
  }

  /** Notes the keys that a body in YAML has twice, before its fields are read. */
  void repeatedKeys(List<String> complaints) {
    repeatedKeys.addAll(complaints);
  }

  /** Notes a complaint that names its field. */
  void complaint(String text) {
    add(text);
  }

  /** Forgets everything: what is worse is told instead. */
  void forget() {
    repeatedKeys.clear();
    texts.clear();
  }

  private void add(String text) {
    if (form == FieldPaths.OF_VALUES || texts.size() < LIMIT) {
      texts.add(text);
    }
  }

  /** Returns all of them, each to be told by itself. */
  List<String> texts() {
    return Stream.concat(repeatedKeys.stream(), texts.stream()).toList();
  }

  /** Returns all of them as what a body is refused for. */
  String error() {
    List<String> errors = new ArrayList<>(texts);
    if (!repeatedKeys.isEmpty()) {
      errors.add(0, YamlText.error(repeatedKeys));
    }
    return error(errors);
  }

  static String error(List<String> errors) {
    return "strict decoding error: " + String.join(", ", errors);
  }

  private String parent() {
    StringBuilder text = new StringBuilder();
    for (int place = 0; place < path.size(); place++) {
      Object step = path.get(place);
      if (step instanceof Integer) {
        text.append('[').append(step).append(']');
      } else if (step instanceof String) {
        text.append(place == 0 ? "" : ".").append(step);
      }
    }
    return text.toString();
  }

  private String quoted(String name) {
    String parent = parent();
    String field = parent.isEmpty() ? name : parent + "." + name;
    return form == FieldPaths.OF_VALUES ? '"' + field + '"' : GoText.quote(field);
  }
}
