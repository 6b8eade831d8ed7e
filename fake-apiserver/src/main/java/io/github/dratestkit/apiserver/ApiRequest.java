package io.github.dratestkit.apiserver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came over the wire, already split but not interpreted.
 *
 * @param method upper case, such as {@code GET}
 * @param path the path with its percent-encoding undone, such as {@code /api/v1/nodes}
 * @param query every parameter with its values, in the order sent, percent-encoding undone
 * @param headers every header by its lower-case name with its values, in the order sent
 * @param body the body, empty if there is none
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, List<String>> headers,
    byte[] body) {

  private static final byte[] NO_BODY = new byte[0];

  /** Returns a request without parameters, headers and body. */
  public static ApiRequest of(String method, String path) {
    return new ApiRequest(method, path, Map.of(), Map.of(), NO_BODY);
  }

  /** Returns the first value of a query parameter. */
  public Optional<String> parameter(String name) {
    return first(query.get(name));
  }

  /** Returns the first value of a header, whatever the case of its name. */
  public Optional<String> header(String name) {
    return first(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  private static Optional<String> first(@Nullable List<String> values) {
    return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
  }

  /** Returns this request with one more query parameter. */
  public ApiRequest withParameter(String name, String value) {
    return new ApiRequest(method, path, with(query, name, value), headers, body);
  }

  /** Returns this request with one more header. */
  public ApiRequest withHeader(String name, String value) {
    return new ApiRequest(
        method, path, query, with(headers, name.toLowerCase(Locale.ROOT), value), body);
  }

  /** Returns this request with another body of a media type. */
  public ApiRequest withBody(String contentType, byte[] newBody) {
    return new ApiRequest(method, path, query, with(headers, "content-type", contentType), newBody);
  }

  private static Map<String, List<String>> with(
      Map<String, List<String>> map, String name, String value) {
    Map<String, List<String>> copy = new LinkedHashMap<>(map);
    copy.put(name, List.of(value));
    return copy;
  }
}
