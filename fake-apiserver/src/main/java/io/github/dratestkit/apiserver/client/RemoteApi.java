package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/**
 * A server behind a URL, as a handler. Loops run through it against a real cluster, and with a
 * front before it, it is a proxy that faults can be put into.
 *
 * <p>Requests go as they are; only what belongs to the connection is left to the client. Who asks
 * is decided by the configuration. A server that cannot be reached is a 503.
 */
public final class RemoteApi implements ApiHandler, AutoCloseable {

  /** Headers that belong to one connection or that the client sets itself. */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "host",
          "connection",
          "content-length",
          "content-type",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "expect",
          "accept-encoding",
          "authorization");

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final KubernetesClient client;
  private final HttpClient http;
  private final String url;

  private RemoteApi(KubernetesClient client) {
    this.client = client;
    this.http = client.getHttpClient();
    this.url = withoutSlash(client.getConfiguration().getMasterUrl());
  }

  /** Returns the server that {@code config} names, asked as the user it names. */
  public static RemoteApi of(Config config) {
    // Whoever is told of a failure decides whether to try again, and requests say who asks; the
    // builder would put the client's own name back.
    Config direct = new ConfigBuilder(config).withRequestRetryBackoffLimit(0).build();
    direct.setUserAgent("");
    return new RemoteApi(new KubernetesClientBuilder().withConfig(direct).build());
  }

  @Override
  public ApiResponse handle(ApiRequest request) {
    RemoteBody body = new RemoteBody();
    try {
      HttpResponse<AsyncBody> response = http.consumeBytes(toHttp(request), body).join();
      Map<String, List<String>> headers = ofTheAnswer(response.headers());
      return isWatch(request) && response.code() == OK
          ? new ApiResponse.Streaming(headers, body.asLines(response.body()))
          : new ApiResponse.Complete(response.code(), headers, body.all(response.body()));
    } catch (CompletionException e) {
      return unavailable("cannot reach " + url + ": " + reason(e));
    }
  }

  @Override
  public void close() {
    client.close();
  }

  private static ApiResponse unavailable(String message) {
    Status status =
        new StatusBuilder()
            .withStatus("Failure")
            .withMessage(message)
            .withReason("ServiceUnavailable")
            .withCode(UNAVAILABLE)
            .build();
    return new ApiResponse.Complete(
        UNAVAILABLE, Map.of("Content-Type", List.of("application/json")), TypedJson.write(status));
  }

  private HttpRequest toHttp(ApiRequest request) {
    HttpRequest.Builder builder =
        http.newHttpRequestBuilder().uri(url + RequestTarget.encode(request));
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (!OF_THE_CONNECTION.contains(name)) {
                values.forEach(value -> builder.header(name, value));
              }
            });
    if (isWatch(request)) {
      builder.forStreaming();
    }
    // An empty body that has a type is another mistake than no body.
    if (request.body().length == 0 && request.header("content-type").isEmpty()) {
      return builder.method(request.method(), null, null).build();
    }
    return builder
        .method(
            request.method(),
            request.header("content-type").orElse("application/json"),
            new ByteArrayInputStream(request.body()),
            request.body().length)
        .build();
  }

  private static boolean isWatch(ApiRequest request) {
    return request
        .parameter("watch")
        .filter(value -> !value.equals("false") && !value.equals("0"))
        .isPresent();
  }

  private static Map<String, List<String>> ofTheAnswer(Map<String, List<String>> headers) {
    return headers.entrySet().stream()
        .filter(header -> !header.getKey().startsWith(":"))
        .filter(header -> passesBack(header.getKey().toLowerCase(Locale.ROOT)))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                header -> header.getValue().stream().map(RemoteApi::fromTheWire).toList()));
  }

  // The client reads a letter for each byte, and the bytes are those of UTF-8.
  private static String fromTheWire(String value) {
    return new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static boolean passesBack(String header) {
    return header.equals("content-type") || !OF_THE_CONNECTION.contains(header);
  }

  private static String reason(CompletionException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }
}
