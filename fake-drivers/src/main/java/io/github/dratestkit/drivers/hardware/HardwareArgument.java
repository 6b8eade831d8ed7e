package io.github.dratestkit.drivers.hardware;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what people write after {@code --hardware}. */
final class HardwareArgument {

  private static final Pattern NAMED = Pattern.compile("([a-z0-9][a-z0-9.-]*)(?::(\\d{1,6}))?");

  private HardwareArgument() {}

  static Hardware parse(String text) {
    if (looksLikeFile(text)) {
      return Hardware.fromFile(Path.of(text));
    }
    Matcher matcher = NAMED.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "hardware \"%s\": NAME, NAME:COUNT or a file is expected, such as h100-80gb:8"
              .formatted(text));
    }
    return matcher.group(2) == null
        ? Hardware.named(matcher.group(1))
        : Hardware.named(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }

  private static boolean looksLikeFile(String text) {
    return text.contains("/")
        || text.matches("(?i).*\\.(ya?ml|json)")
        || Files.isRegularFile(Path.of(text));
  }
}
