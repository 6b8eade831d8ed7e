package io.github.dratestkit.allocator.cel;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URL as Go's {@code net/url} takes it apart.
 *
 * @param text the URL as it was written
 * @param scheme the scheme in lower case, empty if there is none
 * @param host host and port
 * @param path the path, still escaped
 * @param query what follows the question mark
 */
record Url(String text, String scheme, String host, String path, String query) {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+(?:%25[^\\]]*)?\\]|[^\\[\\]:]*)(:[0-9]*)?");
  private static final Pattern FORBIDDEN_IN_HOST = Pattern.compile("[ <>^`{|}\\\\]");

  /** Returns the URL of a request, absolute or with an absolute path, or null if it is none. */
  static @Nullable Url parse(String text) {
    if (text.isEmpty() || text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      return null;
    }
    Matcher matcher = SCHEME.matcher(text);
    boolean absolute = matcher.matches();
    String scheme = absolute ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
    String rest = absolute ? matcher.group(2) : text;
    if (!absolute && text.indexOf(':') == 0) {
      return null;
    }
    int fragment = rest.indexOf('#');
    String beforeFragment = fragment < 0 ? rest : rest.substring(0, fragment);
    int question = beforeFragment.indexOf('?');
    String query = question < 0 ? "" : beforeFragment.substring(question + 1);
    String location = question < 0 ? beforeFragment : beforeFragment.substring(0, question);
    if (!location.startsWith("/")) {
      // Upstream calls such a rest opaque; it has neither host nor path.
      return absolute ? new Url(text, scheme, "", "", query) : null;
    }
    return located(text, scheme, location, query);
  }

  private static @Nullable Url located(String text, String scheme, String location, String query) {
    String host = "";
    String path = location;
    if (location.startsWith("//") && (!scheme.isEmpty() || !location.startsWith("///"))) {
      int end = location.indexOf('/', 2);
      String authority = end < 0 ? location.substring(2) : location.substring(2, end);
      path = end < 0 ? "" : location.substring(end);
      host = authority.substring(authority.lastIndexOf('@') + 1);
      if (!isHost(host)) {
        return null;
      }
    }
    return BAD_ESCAPE.matcher(path).find() ? null : new Url(text, scheme, host, path, query);
  }

  private static boolean isHost(String host) {
    return HOST.matcher(host).matches() && !FORBIDDEN_IN_HOST.matcher(host).find();
  }

  String decodedHost() {
    return host.replace("%25", "%");
  }

  String hostname() {
    String name = decodedHost();
    if (name.startsWith("[")) {
      return name.substring(1, name.indexOf(']'));
    }
    int colon = name.lastIndexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  String port() {
    int colon = host.lastIndexOf(':');
    return colon < 0 || colon < host.indexOf(']') ? "" : host.substring(colon + 1);
  }

  /** Returns the path with everything escaped that must be. */
  String escapedPath() {
    return path.replace(" ", "%20");
  }

  Map<String, List<String>> queryParameters() {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty() || pair.indexOf(';') >= 0 || BAD_ESCAPE.matcher(pair).find()) {
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
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
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
