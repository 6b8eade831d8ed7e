package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.github.dratestkit.apiserver.ApiRequest;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a request of the fabric8 client into one of ours. */
final class InProcessRequest {

  private InProcessRequest() {}

  static ApiRequest of(StandardHttpRequest request) throws IOException {
    URI uri = request.uri();
    Map<String, List<String>> headers = new LinkedHashMap<>();
    request.headers().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
    String contentType = request.getContentType();
    if (contentType != null) {
      headers.put("content-type", List.of(contentType));
    }
    return new ApiRequest(
        request.method() == null ? "GET" : request.method(),
        uri.getPath(),
        query(uri.getRawQuery()),
        headers,
        body(request.body()));
  }

  private static Map<String, List<String>> query(@Nullable String query) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return parameters;
    }
    for (String pair : query.split("&")) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      parameters.computeIfAbsent(decode(name), key -> new ArrayList<>(1)).add(decode(value));
    }
    return parameters;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static byte[] body(StandardHttpRequest.@Nullable BodyContent content) throws IOException {
    if (content instanceof StandardHttpRequest.StringBodyContent text) {
      return text.getContent().getBytes(StandardCharsets.UTF_8);
    }
    if (content instanceof StandardHttpRequest.ByteArrayBodyContent bytes) {
      return bytes.getContent();
    }
    if (content instanceof StandardHttpRequest.InputStreamBodyContent stream) {
      return stream.getContent().readAllBytes();
    }
    return new byte[0];
  }
}
