package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.github.dratestkit.apiserver.ApiResponse;
import java.util.Optional;

/** An answer of ours as the fabric8 client sees it. */
final class InProcessResponse extends StandardHttpHeaders implements HttpResponse<AsyncBody> {

  private final HttpRequest request;
  private final int code;
  private final AsyncBody body;

  InProcessResponse(HttpRequest request, ApiResponse response, AsyncBody body) {
    super(response.headers());
    this.request = request;
    this.code = response.code();
    this.body = body;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public AsyncBody body() {
    return body;
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public Optional<HttpResponse<?>> previousResponse() {
    return Optional.empty();
  }
}
