package io.github.dratestkit.apiserver.manifest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the fields of one object stand in its file. Paths are as in error causes, such as {@code
 * spec.devices[0].attributes[model]}; the object itself is the empty path.
 */
public final class SourceMap {

  private final List<String> source;
  private final Map<String, Position> fields = new HashMap<>();
  private final Map<String, Position> values = new HashMap<>();

  SourceMap(List<String> source) {
    this.source = source;
  }

  /** Notes where a field begins: its name or, in a list, its item. */
  void field(String path, Position position) {
    fields.putIfAbsent(path, position);
  }

  /** Notes where the value of a field begins, marks of quotes and blocks included. */
  void value(String path, Position position) {
    values.putIfAbsent(path, position);
  }

  /** Returns where a field begins, or the nearest thing around it that stands in the file. */
  public Position of(String path) {
    String nearest = plain(path);
    while (!nearest.isEmpty() && !fields.containsKey(nearest)) {
      int end = Math.max(nearest.lastIndexOf('.'), nearest.lastIndexOf('['));
      nearest = nearest.substring(0, Math.max(end, 0));
    }
    return fields.getOrDefault(nearest, Position.START);
  }

  /**
   * Returns where a place inside a text value stands in the file; where the file writes the text in
   * another way than it is, with escapes or folded, that is where its field begins.
   *
   * @param value the text
   * @param inside line and column in the text
   */
  public Position inside(String path, String value, Position inside) {
    Position start = values.get(plain(path));
    List<String> lines = value.lines().toList();
    if (start == null || inside.line() > lines.size()) {
      return of(path);
    }
    String before =
        lines
            .get(inside.line() - 1)
            .substring(0, Math.min(inside.column() - 1, lines.get(inside.line() - 1).length()));
    boolean block = lineOf(start).startsWith("|", start.column() - 1);
    int line = start.line() + inside.line() - (block ? 0 : 1);
    if (line > source.size() || !block && inside.line() > 1) {
      return of(path);
    }
    String text = source.get(line - 1);
    int at = block ? text.length() - text.stripLeading().length() : textStart(text, start);
    at = block ? Math.min(at, indentation(start)) : at;
    return text.startsWith(before, at) ? new Position(line, at + before.length() + 1) : of(path);
  }

  private static int textStart(String line, Position start) {
    char first = line.charAt(start.column() - 1);
    return first == '"' || first == '\'' ? start.column() : start.column() - 1;
  }

  /** A block is indented as its first line is. */
  private int indentation(Position start) {
    String first = source.get(start.line());
    return first.length() - first.stripLeading().length();
  }

  private String lineOf(Position position) {
    return source.get(position.line() - 1);
  }

  /** Keys of maps in brackets are written as fields. */
  private static String plain(String path) {
    return path.replaceAll("\\[([^\\]]*[^0-9\\]][^\\]]*)]", ".$1");
  }
}
