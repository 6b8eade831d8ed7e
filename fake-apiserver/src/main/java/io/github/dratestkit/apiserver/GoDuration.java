package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.regex.Pattern;

/** Durations as Go writes them, such as {@code 1m30s} (time.ParseDuration). */
final class GoDuration {

  private static final Pattern NUMBER = Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)");
  private static final Pattern WHOLE =
      Pattern.compile("[-+]?(0|(([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)");

  private GoDuration() {}

  /**
   * Checks the timeout of a request.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it is no duration
   */
  static void check(String text) {
    if (text.isEmpty() || WHOLE.matcher(text).matches()) {
      return;
    }
    String problem =
        NUMBER.matcher(text).matches()
            ? "missing unit in duration \"" + text + "\""
            : "invalid duration \"" + text + "\"";
    throw StatusErrors.badRequest(
        "invalid timeout specified in the request URL - time: " + problem);
  }
}
