package io.github.dratestkit.cli;

import java.util.ArrayList;
import java.util.List;

/** Two columns for a narrow terminal: a name and a text, which goes on below itself. */
final class TextTable {

  private static final int COLUMNS = 80;

  private TextTable() {}

  /** Returns a row as lines of at most 80 characters, unless a word is longer. */
  static List<String> row(String name, int nameWidth, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(("%-" + nameWidth + "s").formatted(name));
    boolean begins = true;
    for (String word : text.split(" ")) {
      if (!begins && line.length() + 1 + word.length() > COLUMNS) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(nameWidth));
      }
      line.append(' ').append(word);
      begins = false;
    }
    lines.add(line.toString());
    return lines;
  }
}
