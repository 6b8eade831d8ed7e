package io.github.dratestkit.allocator.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL as Go's {@code net/url} takes it apart; {@link UrlParser} makes one.
 *
 * @param text the URL as it was written
 * @param scheme the scheme in lower case, empty if there is none
 * @param host host and port, without escapes
 * @param path the path as it was written
 * @param query what follows the question mark
 */
record Url(String text, String scheme, String host, String path, String query) {

  private static final Pattern WITH_PORT = Pattern.compile("(.*):([0-9]*)");

  String hostname() {
    Matcher matcher = WITH_PORT.matcher(host);
    String name = matcher.matches() ? matcher.group(1) : host;
    return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
  }

  String port() {
    Matcher matcher = WITH_PORT.matcher(host);
    return matcher.matches() ? matcher.group(2) : "";
  }

  /** Returns the path with everything escaped that must be. */
  String escapedPath() {
    return GoEscapes.path(path);
  }

  Map<String, List<String>> queryParameters() {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()
          || pair.indexOf(';') >= 0
          || GoEscapes.requireWellFormed(pair).isPresent()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String key = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      parameters.computeIfAbsent(key, unused -> new ArrayList<>()).add(value);
    }
    return parameters;
  }

  private static String decode(String text) {
    return GoEscapes.decode(text.replace('+', ' '));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Url url && text.equals(url.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
