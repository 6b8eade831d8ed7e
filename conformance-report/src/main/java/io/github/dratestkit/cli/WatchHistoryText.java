package io.github.dratestkit.cli;

import io.github.dratestkit.apiserver.store.WatchHistory;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code --watch-history}: a number of changes, or a time with its unit. */
final class WatchHistoryText {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

  private WatchHistoryText() {}

  static WatchHistory parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new InputException(
          "--watch-history \"" + text + "\": a number such as 500, or a time such as 2s, 5m or 1h");
    }
    int number = Integer.parseInt(matcher.group(1));
    String unit = matcher.group(2);
    if (unit == null) {
      return WatchHistory.ofChanges(Math.max(1, number));
    }
    return WatchHistory.ofAge(
        switch (unit) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        });
  }
}
