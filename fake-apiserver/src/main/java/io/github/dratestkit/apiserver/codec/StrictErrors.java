package io.github.dratestkit.apiserver.codec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the unknown and repeated fields of one body, each once, at most a hundred. */
final class StrictErrors {

  private static final int LIMIT = 100;

  private final Set<String> texts = new LinkedHashSet<>();

  void unknownField(String path) {
    add("unknown field " + GoText.quote(path));
  }

  void duplicateField(String path) {
    add("duplicate field " + GoText.quote(path));
  }

  void add(String text) {
    if (texts.size() < LIMIT) {
      texts.add(text);
    }
  }

  List<String> texts() {
    return List.copyOf(texts);
  }
}
