package io.github.dratestkit.apiserver.codec;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;

/** Texts in the forms that Go prints, which the API's messages have. */
public final class GoText {

  private GoText() {}

  /** Returns a text with what is no UTF-8 replaced, as Go reads it. */
  static byte[] readable(byte[] text) {
    return new String(text, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a text with each half of a pair that stands alone replaced, as Go reads it. */
  static String whole(String text) {
    for (int place = 0; place < text.length(); place++) {
      if (Character.isSurrogate(text.charAt(place))) {
        // A lone half has no form in UTF-16 bytes either, where the decoder replaces it.
        return new String(text.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16);
      }
    }
    return text;
  }

  /** Returns texts as {@code %#v} prints a list of them. */
  public static String strings(Collection<String> texts) {
    return texts.stream().map(GoText::quote).collect(Collectors.joining(", ", "[]string{", "}"));
  }

  /** Returns a text in quotes, as {@code %q} prints it. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(letter -> quoted.append(quoted(letter)));
    return quoted.append('"').toString();
  }

  private static String quoted(int letter) {
    return switch (letter) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case 0x07 -> "\\a";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case 0x0b -> "\\v";
      default -> {
        if (isPrinted(letter)) {
          yield Character.toString(letter);
        }
        String form = letter < 0x80 ? "\\x%02x" : letter < 0x10000 ? "\\u%04x" : "\\U%08x";
        yield String.format(form, letter);
      }
    };
  }

  private static boolean isPrinted(int letter) {
    return letter == ' '
        || switch (Character.getType(letter)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR,
              Character.PRIVATE_USE,
              Character.SPACE_SEPARATOR,
              Character.SURROGATE,
              Character.UNASSIGNED ->
              false;
          default -> true;
        };
  }
}
