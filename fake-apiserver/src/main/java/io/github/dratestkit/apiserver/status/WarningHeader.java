package io.github.dratestkit.apiserver.status;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The Warning header, in which a server tells what it does not refuse (RFC 7234, code 299).
 *
 * <p>All warnings of an answer together have some 4,096 letters: if there are more, each is cut
 * after 256, and those that come after the limit are not sent (endpoints/filters/warning.go, 1.37).
 */
public final class WarningHeader {

  /** The name of the header. */
  public static final String NAME = "Warning";

  private static final int LIMIT = 4096;
  private static final int LIMIT_OF_EACH = 256;
  private static final String START = "299 - \"";

  private WarningHeader() {}

  /** Returns the value of the header for a text, which {@link #limited} has yet to see. */
  public static String of(String text) {
    return START + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** Returns those values that are sent, and how: each once, all within the limit. */
  public static List<String> limited(List<String> values) {
    List<String> texts =
        new LinkedHashSet<>(values)
            .stream()
                .map(WarningHeader::textOf)
                .filter(text -> text.codePoints().noneMatch(Character::isISOControl))
                .toList();
    boolean fits = texts.stream().mapToInt(WarningHeader::length).sum() <= LIMIT;
    return (fits ? texts : cut(texts)).stream().map(WarningHeader::of).toList();
  }

  private static List<String> cut(List<String> texts) {
    List<String> sent = new ArrayList<>();
    int length = 0;
    int first = firstBeyondLimit(texts);
    for (int place = 0; place < texts.size() && (place <= first || length < LIMIT); place++) {
      String text = texts.get(place);
      String kept =
          length(text) <= LIMIT_OF_EACH
              ? text
              : text.substring(0, text.offsetByCodePoints(0, LIMIT_OF_EACH));
      sent.add(kept);
      length += length(kept);
    }
    return sent;
  }

  // Up to the one that breaks the limit all had been accepted, and all are sent, cut.
  private static int firstBeyondLimit(List<String> texts) {
    int length = 0;
    int place = 0;
    while (length <= LIMIT) {
      length += length(texts.get(place++));
    }
    return place - 1;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String textOf(String value) {
    return value.substring(START.length(), value.length() - 1).replaceAll("\\\\(.)", "$1");
  }
}
