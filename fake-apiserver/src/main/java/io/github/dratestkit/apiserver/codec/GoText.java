package io.github.dratestkit.apiserver.codec;

import java.util.Collection;
import java.util.stream.Collectors;

/** Texts in the forms that Go prints, which the API's messages have. */
public final class GoText {

  private GoText() {}

  /** Returns texts as {@code %#v} prints a list of them. */
  public static String strings(Collection<String> texts) {
    return texts.stream().map(GoText::quote).collect(Collectors.joining(", ", "[]string{", "}"));
  }

  /** Returns a text in quotes, as {@code %q} prints it. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int place = 0; place < text.length(); place++) {
      char letter = text.charAt(place);
      switch (letter) {
        case '"', '\\' -> quoted.append('\\').append(letter);
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (letter < ' ' || letter == 0x7f) {
            quoted.append(String.format("\\x%02x", (int) letter));
          } else {
            quoted.append(letter);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
