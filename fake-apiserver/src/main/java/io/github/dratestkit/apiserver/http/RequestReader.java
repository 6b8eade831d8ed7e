package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.ApiRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpField;

/** Turns what came over the wire into an {@link ApiRequest}, without interpreting any of it. */
final class RequestReader {

  /** The largest body in bytes; kube-apiserver's limit. */
  static final int BODY_LIMIT = 3 * 1024 * 1024;

  /**
   * How much of a body over the limit is read and dropped: a client that is cut while it sends may
   * never see the answer.
   */
  private static final int DROPPED = 8 * BODY_LIMIT;

  private static final int BUFFER = 64 * 1024;
  private static final byte[] NO_BODY = new byte[0];

  private RequestReader() {}

  static ApiRequest read(HttpServletRequest request) throws IOException, BodyTooLargeException {
    return new ApiRequest(
        request.getMethod().toUpperCase(Locale.ROOT),
        UrlText.decodePath(request.getRequestURI()),
        UrlText.decodeQuery(request.getQueryString()),
        headers(request),
        body(request));
  }

  private static Map<String, List<String>> headers(HttpServletRequest request) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (HttpField field : ServletContextRequest.getServletContextRequest(request).getHeaders()) {
      headers
          .computeIfAbsent(field.getLowerCaseName(), key -> new ArrayList<>(1))
          .add(field.getValue());
    }
    // HTTP/2 has a field of its own for it.
    headers.computeIfAbsent("host", key -> List.of(host(request)));
    return headers;
  }

  private static String host(HttpServletRequest request) {
    return ServletContextRequest.getServletContextRequest(request).getHttpURI().getAuthority();
  }

  private static byte[] body(HttpServletRequest request) throws IOException, BodyTooLargeException {
    long announced = request.getContentLengthLong();
    if (announced == 0) {
      return NO_BODY;
    }
    InputStream input = request.getInputStream();
    byte[] body = announced > BODY_LIMIT ? NO_BODY : input.readNBytes(BODY_LIMIT + 1);
    if (announced > BODY_LIMIT || body.length > BODY_LIMIT) {
      drop(input);
      throw new BodyTooLargeException();
    }
    return body;
  }

  private static void drop(InputStream input) throws IOException {
    byte[] buffer = new byte[BUFFER];
    int dropped = 0;
    int count = 0;
    while (count >= 0 && dropped < DROPPED) {
      count = input.read(buffer);
      dropped += count;
    }
  }

  /** The body is larger than the limit. */
  static final class BodyTooLargeException extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
