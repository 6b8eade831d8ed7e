package io.github.dratestkit.apiserver.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Undoes percent-encoding as Go's {@code net/url} does, which every Kubernetes server is built on:
 * a plus is a space in the query and a plus in the path, and a parameter that cannot be decoded is
 * left out.
 */
final class UrlText {

  private UrlText() {}

  /** Returns the path as the API sees it; what cannot be decoded stays as it is. */
  static String decodePath(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    String decoded = decode(path, '+');
    return decoded == null ? path : decoded;
  }

  /** Returns the parameters in the order sent, each with all its values. */
  static Map<String, List<String>> decodeQuery(@Nullable String query) {
    if (query == null || query.isEmpty()) {
      return Map.of();
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      if (!pair.isEmpty() && pair.indexOf(';') < 0) {
        add(parameters, pair);
      }
    }
    return parameters;
  }

  private static void add(Map<String, List<String>> parameters, String pair) {
    int equals = pair.indexOf('=');
    String name = decode(equals < 0 ? pair : pair.substring(0, equals), ' ');
    String value = decode(equals < 0 ? "" : pair.substring(equals + 1), ' ');
    if (name != null && value != null) {
      parameters.computeIfAbsent(name, key -> new ArrayList<>(1)).add(value);
    }
  }

  private static @Nullable String decode(String text, char plus) {
    if (text.indexOf('%') < 0) {
      return plus == '+' ? text : text.replace('+', plus);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] != '%') {
        bytes.write(encoded[i] == '+' ? plus : encoded[i]);
        continue;
      }
      int high = i + 2 <= encoded.length - 1 ? Character.digit(encoded[i + 1], 16) : -1;
      int low = i + 2 <= encoded.length - 1 ? Character.digit(encoded[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        return null;
      }
      bytes.write(high * 16 + low);
      i += 2;
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
