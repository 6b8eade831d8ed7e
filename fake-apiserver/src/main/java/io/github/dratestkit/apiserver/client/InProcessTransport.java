package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.HttpClient;
import io.github.dratestkit.apiserver.ApiHandler;

/** Makes clients whose requests go to a handler. */
final class InProcessTransport implements HttpClient.Factory {

  private final ApiHandler handler;
  private final OpenStreams streams = new OpenStreams();

  InProcessTransport(ApiHandler handler) {
    this.handler = handler;
  }

  ApiHandler handler() {
    return handler;
  }

  OpenStreams streams() {
    return streams;
  }

  @Override
  public HttpClient.Builder newBuilder() {
    return new InProcessClientBuilder(this);
  }
}
