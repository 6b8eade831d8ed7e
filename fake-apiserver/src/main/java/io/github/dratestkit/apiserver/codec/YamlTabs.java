package io.github.dratestkit.apiserver.codec;

/**
 * Tabs that separate the parts of a text in YAML. libyaml, which the real server reads with, takes
 * them in braces and brackets and after a key; the reader here takes spaces only. Those in quotes,
 * in block scalars and in indentation stay as they are.
 */
final class YamlTabs {

  private final String text;
  private final StringBuilder spaced;

  private int at;
  private int depth;
  private int indentation;
  private boolean lineBegins = true;
  private boolean valueBegins = true;

  private YamlTabs(String text) {
    this.text = text;
    this.spaced = new StringBuilder(text);
  }

  /** Returns the text with a space for each tab that separates; lines and columns are kept. */
  static String toSpaces(String text) {
    return text.indexOf('\t') < 0 ? text : new YamlTabs(text).spaced();
  }

  private String spaced() {
    while (at < text.length()) {
      char letter = text.charAt(at);
      switch (letter) {
        case '\n' -> endLine();
        case ' ' -> at++;
        case '\t' -> tab();
        default -> word(letter);
      }
    }
    return spaced.toString();
  }

  private void endLine() {
    at++;
    lineBegins = true;
    valueBegins = depth == 0 || valueBegins;
  }

  private void tab() {
    boolean separates = depth > 0 ? valueBegins || endsWord() : !lineBegins && valueBegins;
    if (separates) {
      spaced.setCharAt(at, ' ');
    }
    at++;
  }

  /** Says whether what comes next ends a plain scalar in braces or brackets. */
  private boolean endsWord() {
    int next = at;
    while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
      next++;
    }
    return next == text.length() || ",]}:#".indexOf(text.charAt(next)) >= 0;
  }

  private void word(char letter) {
    if (lineBegins) {
      lineBegins = false;
      indentation = at - (text.lastIndexOf('\n', at) + 1);
    }
    boolean begins = valueBegins;
    valueBegins = false;
    if (letter == '#' && (at == 0 || Character.isWhitespace(text.charAt(at - 1)))) {
      valueBegins = begins;
      skipLine();
    } else if (begins && (letter == '"' || letter == '\'')) {
      skipQuoted(letter);
    } else if (begins && depth == 0 && (letter == '|' || letter == '>')) {
      skipBlock();
    } else {
      at++;
      punctuation(letter, begins);
    }
  }

  private void punctuation(char letter, boolean begins) {
    switch (letter) {
      case '{', '[' -> {
        if (depth > 0 || begins) {
          depth++;
          valueBegins = true;
        }
      }
      case '}', ']' -> depth = Math.max(0, depth - 1);
      case ',' -> valueBegins = depth > 0;
      case ':' -> valueBegins = separated();
      // A dash opens an item, and a tab after it is refused as one in the indentation is.
      case '-' -> {
        valueBegins = begins && separated();
        lineBegins = valueBegins && depth == 0;
      }
      default -> {
        // A letter of a plain scalar.
      }
    }
  }

  private boolean separated() {
    return depth > 0 || at == text.length() || Character.isWhitespace(text.charAt(at));
  }

  private void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private void skipQuoted(char quote) {
    at++;
    while (at < text.length() && text.charAt(at) != quote) {
      at += quote == '"' && text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  private void skipBlock() {
    int outer = indentation;
    skipLine();
    while (at < text.length()) {
      int line = at + 1;
      int first = line;
      while (first < text.length() && text.charAt(first) == ' ') {
        first++;
      }
      boolean blank = first >= text.length() || text.charAt(first) == '\n';
      if (!blank && first - line <= outer) {
        return;
      }
      at = first;
      skipLine();
    }
  }
}
