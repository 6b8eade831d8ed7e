package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The fabric8 HTTP client whose wire is a method call. */
final class InProcessClient
    extends StandardHttpClient<InProcessClient, InProcessTransport, InProcessClientBuilder> {

  private final ApiHandler handler;
  private final OpenStreams streams;

  InProcessClient(InProcessClientBuilder builder, AtomicBoolean closed) {
    super(builder, closed);
    this.handler = builder.getClientFactory().handler();
    this.streams = builder.getClientFactory().streams();
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
      StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    try {
      ApiResponse response = handler.handle(InProcessRequest.of(request));
      AsyncBody body =
          response instanceof ApiResponse.Streaming streaming
              ? streams.body(streaming.frames(), consumer)
              : new CompleteBody(((ApiResponse.Complete) response).body(), consumer);
      return CompletableFuture.completedFuture(new InProcessResponse(request, response, body));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
      StandardWebSocketBuilder builder, WebSocket.Listener listener) {
    StandardHttpRequest request = builder.asHttpRequest();
    try {
      ApiRequest asked = InProcessRequest.of(request);
      ApiResponse response = handler.handle(asked);
      WebSocketUpgradeResponse upgrade =
          new WebSocketUpgradeResponse(request, response.code(), response.headers());
      if (!(response instanceof ApiResponse.Streaming streaming)) {
        return CompletableFuture.completedFuture(
            new WebSocketResponse(upgrade, new WebSocketHandshakeException(upgrade)));
      }
      return CompletableFuture.completedFuture(
          new WebSocketResponse(upgrade, streams.socket(streaming.frames(), listener)));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  protected void doClose() {
    streams.close();
  }
}
