package io.github.dratestkit.apiserver.client;

import io.github.dratestkit.apiserver.ApiRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the path and the query of a request as a URL has them. */
final class RequestTarget {

  private RequestTarget() {}

  static String encode(ApiRequest request) {
    String path =
        Arrays.stream(request.path().split("/", -1))
            .map(RequestTarget::encode)
            .collect(Collectors.joining("/"));
    return request.query().isEmpty() ? path : path + "?" + query(request.query());
  }

  private static String query(Map<String, List<String>> query) {
    return query.entrySet().stream()
        .flatMap(
            parameter ->
                parameter.getValue().stream()
                    .map(value -> encode(parameter.getKey()) + "=" + encode(value)))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
