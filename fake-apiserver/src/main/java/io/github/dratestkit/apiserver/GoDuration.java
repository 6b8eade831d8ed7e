package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.Map;
import java.util.Optional;

/** Durations as Go writes them, such as {@code 1m30s} (time.ParseDuration). */
final class GoDuration {

  private static final Map<String, Double> NANOSECONDS =
      Map.of(
          "ns", 1.0, "us", 1e3, "\u00b5s", 1e3, "\u03bcs", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h",
          3600e9);
  private static final double MOST = Long.MAX_VALUE;

  private final String text;
  private int at;

  private GoDuration(String text) {
    this.text = text;
  }

  /**
   * Checks the timeout of a request.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it is no duration
   */
  static void check(String text) {
    if (text.isEmpty()) {
      return;
    }
    new GoDuration(text)
        .problem()
        .ifPresent(
            problem -> {
              throw StatusErrors.badRequest(
                  "invalid timeout specified in the request URL - time: "
                      + problem
                      + " duration \""
                      + text
                      + "\"");
            });
  }

  /** Returns what is wrong, as said before the text itself. */
  private Optional<String> problem() {
    if (text.startsWith("-") || text.startsWith("+")) {
      at++;
    }
    if (text.substring(at).equals("0")) {
      return Optional.empty();
    }
    if (at == text.length()) {
      return Optional.of("invalid");
    }
    double sum = 0;
    while (at < text.length()) {
      String number = number();
      if (number.isEmpty() || number.equals(".")) {
        return Optional.of("invalid");
      }
      String unit = unit();
      if (unit.isEmpty()) {
        return Optional.of("missing unit in");
      }
      Double nanoseconds = NANOSECONDS.get(unit);
      if (nanoseconds == null) {
        return Optional.of("unknown unit \"" + unit + "\" in");
      }
      sum += Double.parseDouble(number) * nanoseconds;
      if (sum > MOST) {
        return Optional.of("invalid");
      }
    }
    return Optional.empty();
  }

  private String number() {
    int from = at;
    skipDigits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      skipDigits();
    }
    return text.substring(from, at);
  }

  private void skipDigits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private String unit() {
    int from = at;
    while (at < text.length() && text.charAt(at) != '.' && !isDigit(text.charAt(at))) {
      at++;
    }
    return text.substring(from, at);
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }
}
