package io.github.dratestkit.allocator.cel;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes URLs apart as Go's {@code net/url} 1.26 does, in its two ways: as the target of a request,
 * and as any reference, which may have a fragment.
 */
final class UrlParser {

  /** The text is no URL. */
  private static final class Malformed extends Exception {

    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)");
  private static final Pattern PORT = Pattern.compile("|:[0-9]*");
  private static final Pattern USER = Pattern.compile("[A-Za-z0-9._:~!$&'()*+,;=%@-]*");

  /** What may not stand in a host; above ASCII anything may. */
  private static final Pattern FORBIDDEN_IN_HOST =
      Pattern.compile("[^A-Za-z0-9._~!$&'()*+,;=:\\[\\]<>\"%\u0080-\uffff-]");

  private final boolean viaRequest;

  private UrlParser(boolean viaRequest) {
    this.viaRequest = viaRequest;
  }

  /** Returns why the text is no target of a request, or nothing. */
  static Optional<String> requestError(String text) {
    try {
      new UrlParser(true).parsed(text);
      return Optional.empty();
    } catch (Malformed malformed) {
      return Optional.of("parse " + GoNumbers.quoted(text) + ": " + malformed.getMessage());
    }
  }

  /** Returns the URL, or nothing if the text is none in either way. */
  static Optional<Url> parse(String text) {
    int hash = text.indexOf('#');
    try {
      new UrlParser(true).parsed(text);
      Url url = new UrlParser(false).parsed(hash < 0 ? text : text.substring(0, hash));
      requireEscapes(hash < 0 ? "" : text.substring(hash + 1));
      return Optional.of(new Url(text, url.scheme(), url.host(), url.path(), url.query()));
    } catch (Malformed malformed) {
      return Optional.empty();
    }
  }

  private Url parsed(String text) throws Malformed {
    if (text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      throw new Malformed("net/url: invalid control character in URL");
    }
    if (text.isEmpty() && viaRequest) {
      throw new Malformed("empty url");
    }
    if (text.equals("*")) {
      return new Url(text, "", "", "*", "");
    }
    if (text.startsWith(":")) {
      throw new Malformed("missing protocol scheme");
    }
    Matcher matcher = SCHEME.matcher(text);
    boolean absolute = matcher.matches();
    String scheme = absolute ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
    String rest = absolute ? matcher.group(2) : text;
    int question = rest.indexOf('?');
    String query = question < 0 ? "" : rest.substring(question + 1);
    String location = question < 0 ? rest : rest.substring(0, question);
    if (!location.startsWith("/")) {
      if (absolute) {
        // Such a rest is opaque; it has neither host nor path.
        return new Url(text, scheme, "", "", query);
      }
      requireRelative(location);
    }
    return located(text, scheme, location, query);
  }

  private void requireRelative(String location) throws Malformed {
    if (viaRequest) {
      throw new Malformed("invalid URI for request");
    }
    int slash = location.indexOf('/');
    if ((slash < 0 ? location : location.substring(0, slash)).indexOf(':') >= 0) {
      throw new Malformed("first path segment in URL cannot contain colon");
    }
  }

  private Url located(String text, String scheme, String location, String query) throws Malformed {
    String host = "";
    String path = location;
    boolean authority = !scheme.isEmpty() || (!viaRequest && !location.startsWith("///"));
    if (authority && location.startsWith("//")) {
      int end = location.indexOf('/', 2);
      host = authority(scheme, end < 0 ? location.substring(2) : location.substring(2, end));
      path = end < 0 ? "" : location.substring(end);
    }
    requireEscapes(path);
    return new Url(text, scheme, host, path, query);
  }

  private static void requireEscapes(String text) throws Malformed {
    Optional<String> error = GoEscapes.requireWellFormed(text);
    if (error.isPresent()) {
      throw new Malformed(error.get());
    }
  }

  private static String authority(String scheme, String text) throws Malformed {
    int at = text.lastIndexOf('@');
    String host = host(scheme, text.substring(at + 1));
    if (at >= 0) {
      String user = text.substring(0, at);
      if (!USER.matcher(user).matches()) {
        throw new Malformed("net/url: invalid userinfo");
      }
      requireEscapes(user);
    }
    return host;
  }

  private static String host(String scheme, String text) throws Malformed {
    int open = text.lastIndexOf('[');
    if (open > 0) {
      throw new Malformed("invalid IP-literal");
    }
    if (open == 0) {
      return literal(text);
    }
    int first = text.indexOf(':');
    int last = text.lastIndexOf(':');
    boolean strict = scheme.equals("http") || scheme.equals("https");
    requirePort(first < 0 ? "" : text.substring(strict ? first : last));
    return decoded(text);
  }

  private static String literal(String text) throws Malformed {
    int close = text.lastIndexOf(']');
    if (close < 0) {
      throw new Malformed("missing ']' in host");
    }
    String port = text.substring(close + 1);
    requirePort(port);
    String inside = text.substring(1, close);
    int zone = inside.indexOf("%25");
    String address = decoded(zone < 0 ? inside : inside.substring(0, zone));
    if (!Address.isV6(address)) {
      throw new Malformed(
          "invalid host: ParseAddr(" + GoNumbers.quoted(address) + "): unable to parse IP");
    }
    String suffix = zone < 0 ? "" : GoEscapes.decode(inside.substring(zone));
    return "[" + address + suffix + "]" + port;
  }

  private static void requirePort(String port) throws Malformed {
    if (!PORT.matcher(port).matches()) {
      throw new Malformed("invalid port " + GoNumbers.quoted(port) + " after host");
    }
  }

  /** Decodes a host, in which only what is not ASCII may be escaped. */
  private static String decoded(String text) throws Malformed {
    requireEscapes(text);
    for (int i = text.indexOf('%'); i >= 0; i = text.indexOf('%', i + 3)) {
      if (text.charAt(i + 1) < '8' && !text.startsWith("%25", i)) {
        throw new Malformed("invalid URL escape \"" + text.substring(i, i + 3) + "\"");
      }
    }
    Matcher forbidden = FORBIDDEN_IN_HOST.matcher(text);
    if (forbidden.find()) {
      throw new Malformed(
          "invalid character " + GoNumbers.quoted(forbidden.group()) + " in host name");
    }
    return GoEscapes.decode(text);
  }
}
