package io.github.dratestkit.explain;

import java.util.ArrayList;
import java.util.List;

/** Text broken between words, so that it can be read on a narrow terminal. */
final class Wrapped {

  private static final int COLUMNS = 80;

  private Wrapped() {}

  /** Returns the text as lines; those after the first are indented by two more columns. */
  static List<String> lines(int indent, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(" ".repeat(indent));
    boolean empty = true;
    for (String word : text.split(" ")) {
      if (!empty && line.length() + 1 + word.length() > COLUMNS) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent + 2));
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    lines.add(line.toString());
    return lines;
  }
}
