package io.github.dratestkit.apiserver.codec;

/** Texts in the forms that Go prints, which the API's messages have. */
final class GoText {

  private GoText() {}

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
