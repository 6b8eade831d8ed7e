package io.github.dratestkit.allocator.cel;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Percent signs in URLs as Go's {@code net/url} 1.26 reads and writes them. */
final class GoEscapes {

  private static final Pattern BAD = Pattern.compile("%(?![0-9A-Fa-f]{2}).{0,2}");
  private static final Pattern VALID_PATH =
      Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@\\[\\]%/-]*");
  private static final String KEPT_IN_PATH = "-_.~$&+,/:;=@";

  private GoEscapes() {}

  /** Returns what is wrong with the escapes, or nothing. */
  static Optional<String> requireWellFormed(String text) {
    Matcher bad = BAD.matcher(text);
    return bad.find()
        ? Optional.of("invalid URL escape " + GoNumbers.quoted(bad.group()))
        : Optional.empty();
  }

  /** Returns the text with its escapes replaced. */
  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        decoded.write(Character.digit(bytes[i + 1], 16) << 4 | Character.digit(bytes[i + 2], 16));
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  /** Returns the path as it was written if that is proper, and escaped anew if not. */
  static String path(String written) {
    if (VALID_PATH.matcher(written).matches()) {
      return written;
    }
    StringBuilder escaped = new StringBuilder();
    for (byte b : decode(written).getBytes(StandardCharsets.UTF_8)) {
      boolean kept =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || KEPT_IN_PATH.indexOf(b) >= 0;
      escaped.append(kept ? String.valueOf((char) b) : String.format(Locale.ROOT, "%%%02X", b));
    }
    return escaped.toString();
  }
}
