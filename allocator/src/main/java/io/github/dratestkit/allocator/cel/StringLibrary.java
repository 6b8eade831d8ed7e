package io.github.dratestkit.allocator.cel;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The strings extension, version 2 ({@code cel-go/ext/strings.go}). Positions count Unicode code
 * points, not Java characters.
 */
final class StringLibrary {

  private static final CelType STRING = SimpleType.STRING;
  private static final CelType INT = SimpleType.INT;
  private static final CelType STRINGS = ListType.create(STRING);

  private StringLibrary() {}

  static void addTo(Functions functions) {
    addSearches(functions);
    addChanges(functions);
    functions
        .member("join", "list_join", STRING, List.of(STRINGS), a -> join(a[0], ""))
        .member(
            "join",
            "list_join_string",
            STRING,
            List.of(STRINGS, STRING),
            a -> join(a[0], (String) a[1]))
        .member(
            "format",
            "string_format",
            STRING,
            List.of(STRING, ListType.create(SimpleType.DYN)),
            a -> StringFormat.format((String) a[0], (Collection<?>) a[1]))
        .global(
            "strings.quote", "strings_quote", STRING, List.of(STRING), a -> quote((String) a[0]));
  }

  private static void addSearches(Functions functions) {
    functions
        .member("charAt", "string_char_at_int", STRING, List.of(STRING, INT), a -> charAt(a))
        .member(
            "indexOf",
            "string_index_of_string",
            INT,
            List.of(STRING, STRING),
            a -> indexOf((String) a[0], (String) a[1], 0))
        .member(
            "indexOf",
            "string_index_of_string_int",
            INT,
            List.of(STRING, STRING, INT),
            a -> indexOf((String) a[0], (String) a[1], (Long) a[2]))
        .member(
            "lastIndexOf",
            "string_last_index_of_string",
            INT,
            List.of(STRING, STRING),
            a -> lastIndexOf((String) a[0], (String) a[1]))
        .member(
            "lastIndexOf",
            "string_last_index_of_string_int",
            INT,
            List.of(STRING, STRING, INT),
            a -> lastIndexOf((String) a[0], (String) a[1], (Long) a[2]));
  }

  private static void addChanges(Functions functions) {
    functions
        .member(
            "lowerAscii",
            "string_lower_ascii",
            STRING,
            List.of(STRING),
            a -> shiftCase((String) a[0], 'A', 'Z', 'a' - 'A'))
        .member(
            "upperAscii",
            "string_upper_ascii",
            STRING,
            List.of(STRING),
            a -> shiftCase((String) a[0], 'a', 'z', 'A' - 'a'))
        .member(
            "replace",
            "string_replace_string_string",
            STRING,
            List.of(STRING, STRING, STRING),
            a -> replace((String) a[0], (String) a[1], (String) a[2], -1))
        .member(
            "replace",
            "string_replace_string_string_int",
            STRING,
            List.of(STRING, STRING, STRING, INT),
            a -> replace((String) a[0], (String) a[1], (String) a[2], (Long) a[3]))
        .member(
            "split",
            "string_split_string",
            STRINGS,
            List.of(STRING, STRING),
            a -> split((String) a[0], (String) a[1], -1))
        .member(
            "split",
            "string_split_string_int",
            STRINGS,
            List.of(STRING, STRING, INT),
            a -> split((String) a[0], (String) a[1], (Long) a[2]))
        .member(
            "substring",
            "string_substring_int",
            STRING,
            List.of(STRING, INT),
            a -> substring((String) a[0], (Long) a[1]))
        .member(
            "substring",
            "string_substring_int_int",
            STRING,
            List.of(STRING, INT, INT),
            a -> substring((String) a[0], (Long) a[1], (Long) a[2]))
        .member("trim", "string_trim", STRING, List.of(STRING), a -> trim((String) a[0]));
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static CelInvalidArgumentException outOfRange(long index) {
    return new CelInvalidArgumentException("index out of range: " + index);
  }

  private static String charAt(Object[] arguments) {
    String text = (String) arguments[0];
    long index = (Long) arguments[1];
    if (index < 0 || index > length(text)) {
      throw outOfRange(index);
    }
    return index == length(text) ? "" : slice(text, index, index + 1);
  }

  private static String slice(String text, long start, long end) {
    return text.substring(
        text.offsetByCodePoints(0, (int) start), text.offsetByCodePoints(0, (int) end));
  }

  private static long indexOf(String text, String part, long offset) {
    if (offset < 0) {
      throw outOfRange(offset);
    }
    int length = length(text);
    if (part.isEmpty()) {
      return Math.min(offset, length);
    }
    if (offset >= length) {
      return -1;
    }
    int found = text.indexOf(part, text.offsetByCodePoints(0, (int) offset));
    return found < 0 ? -1 : text.codePointCount(0, found);
  }

  private static long lastIndexOf(String text, String part) {
    if (part.isEmpty()) {
      return length(text);
    }
    int found = text.lastIndexOf(part);
    return found < 0 ? -1 : text.codePointCount(0, found);
  }

  private static long lastIndexOf(String text, String part, long offset) {
    if (offset < 0) {
      throw outOfRange(offset);
    }
    int length = length(text);
    if (part.isEmpty()) {
      return Math.min(offset, length);
    }
    if (offset >= length) {
      return -1;
    }
    int found = text.lastIndexOf(part, text.offsetByCodePoints(0, (int) offset));
    return found < 0 ? -1 : text.codePointCount(0, found);
  }

  private static String shiftCase(String text, char first, char last, int distance) {
    StringBuilder shifted = new StringBuilder(text);
    for (int i = 0; i < shifted.length(); i++) {
      char c = shifted.charAt(i);
      if (c >= first && c <= last) {
        shifted.setCharAt(i, (char) (c + distance));
      }
    }
    return shifted.toString();
  }

  private static String replace(String text, String old, String replacement, long limit) {
    if (limit < 0) {
      return text.replace(old, replacement);
    }
    StringBuilder result = new StringBuilder();
    int position = 0;
    for (long done = 0; done < limit; done++) {
      int found = old.isEmpty() && done > 0 ? position + 1 : text.indexOf(old, position);
      if (found < 0 || found > text.length()) {
        break;
      }
      result.append(text, position, found).append(replacement);
      position = found + old.length();
    }
    return result.append(text.substring(position)).toString();
  }

  private static List<String> split(String text, String separator, long limit) {
    if (limit == 0) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    int position = 0;
    while (limit < 0 || parts.size() < limit - 1) {
      int found = nextSeparator(text, separator, position);
      if (found < 0) {
        break;
      }
      parts.add(text.substring(position, found));
      position = found + separator.length();
    }
    if (!separator.isEmpty() || position < text.length()) {
      parts.add(text.substring(position));
    }
    return parts;
  }

  /** An empty separator stands between all characters. */
  private static int nextSeparator(String text, String separator, int position) {
    if (!separator.isEmpty()) {
      return text.indexOf(separator, position);
    }
    return position >= text.length() ? -1 : text.offsetByCodePoints(position, 1);
  }

  private static String substring(String text, long start) {
    if (start < 0 || start > length(text)) {
      throw outOfRange(start);
    }
    return slice(text, start, length(text));
  }

  private static String substring(String text, long start, long end) {
    if (start > end) {
      throw new CelInvalidArgumentException(
          "invalid substring range. start: " + start + ", end: " + end);
    }
    if (start < 0 || start > length(text)) {
      throw outOfRange(start);
    }
    if (end > length(text)) {
      throw outOfRange(end);
    }
    return slice(text, start, end);
  }

  private static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isSpace(char c) {
    return Character.isSpaceChar(c) || (c >= '\t' && c <= '\r') || c == '\u0085';
  }

  private static String join(Object list, String separator) {
    StringBuilder joined = new StringBuilder();
    String before = null;
    for (Object element : (Collection<?>) list) {
      if (!(element instanceof String text)) {
        // Upstream looks at the first element to choose the overload.
        throw before == null
            ? new CelOverloadNotFoundException("join")
            : new CelInvalidArgumentException("join: invalid input: " + list);
      }
      joined.append(before == null ? "" : before).append(text);
      before = separator;
    }
    return joined.toString();
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '\u0007' -> quoted.append("\\a");
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '\u000b' -> quoted.append("\\v");
        case '\\' -> quoted.append("\\\\");
        case '"' -> quoted.append("\\\"");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
