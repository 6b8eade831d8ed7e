package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.javalin.http.Context;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsConnectContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries requests from Javalin to the handler and answers back. */
final class Adapter {

  private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);
  private static final String STREAM = "apiserver.stream";
  private static final String WATCH = "apiserver.watch";

  private final ApiHandler handler;
  private final Lanes lanes;
  private final OpenWatches open = new OpenWatches();

  Adapter(ApiHandler handler, Executor executor) {
    this.handler = handler;
    this.lanes = new Lanes(executor);
  }

  OpenWatches openWatches() {
    return open;
  }

  /** Answers a request over HTTP. */
  void answer(Context context) throws IOException {
    ApiResponse response = respond(context);
    if (response instanceof ApiResponse.Complete complete) {
      write(complete, context);
    } else if (response instanceof ApiResponse.Streaming streaming) {
      stream(streaming, context);
    }
  }

  /** Answers a request to upgrade: goes on only if the answer is a stream. */
  void answerUpgrade(Context context) throws IOException {
    ApiResponse response = respond(context);
    if (response instanceof ApiResponse.Complete complete) {
      context.skipRemainingHandlers();
      write(complete, context);
    } else if (response instanceof ApiResponse.Streaming streaming) {
      context.attribute(STREAM, streaming);
    }
  }

  /** Ends the stream of a request whose upgrade failed after all. */
  void endUnlessUpgraded(Context context) {
    ApiResponse.Streaming streaming = context.attribute(STREAM);
    if (streaming != null
        && context.res().getStatus() != HttpServletResponse.SC_SWITCHING_PROTOCOLS) {
      streaming.frames().close();
    }
  }

  /** Serves watches on upgraded connections. */
  void serveWebSocket(WsConfig socket) {
    socket.onConnect(this::connect);
    socket.onClose(context -> end(context.attribute(WATCH)));
    socket.onError(context -> end(context.attribute(WATCH)));
  }

  private void connect(WsConnectContext context) {
    ApiResponse.Streaming streaming = context.attribute(STREAM);
    if (streaming == null) {
      context.closeSession();
      return;
    }
    WebSocketWatch watch =
        new WebSocketWatch(streaming.frames(), context.session, lanes.choose(), open);
    context.attribute(WATCH, watch);
    watch.start();
  }

  private static void end(OpenWatches.@Nullable Watch watch) {
    if (watch != null) {
      watch.end();
    }
  }

  private ApiResponse respond(Context context) throws IOException {
    try {
      ApiRequest request = RequestReader.read(context.req());
      ApiResponse response = handler.handle(request);
      return context.req().isSecure() && response instanceof ApiResponse.Complete complete
          ? Compression.compress(request, complete)
          : response;
    } catch (RequestReader.BodyTooLargeException e) {
      return Fallback.tooLarge();
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", context.req().getMethod(), context.req().getRequestURI(), e);
      return Fallback.internal(e);
    }
  }

  private static void write(ApiResponse.Complete complete, Context context) throws IOException {
    writeHead(complete, context);
    HttpServletResponse to = context.res();
    to.setContentLength(complete.body().length);
    to.getOutputStream().write(complete.body());
  }

  // Frames of JSON are lines; those of protobuf tell their own length.
  private static byte[] frameEnd(ApiResponse.Streaming streaming) {
    boolean lines =
        streaming.headers().getOrDefault("Content-Type", List.of()).stream()
            .allMatch(type -> type.startsWith("application/json"));
    return lines ? new byte[] {'\n'} : new byte[0];
  }

  private void stream(ApiResponse.Streaming streaming, Context context) {
    writeHead(streaming, context);
    // Javalin completes the response when this future does, which is never: the watch does it.
    context.future(
        () -> {
          try {
            new HttpWatch(
                    streaming.frames(),
                    frameEnd(streaming),
                    context.req().getAsyncContext(),
                    lanes.choose(),
                    open)
                .start();
          } catch (IOException e) {
            streaming.frames().close();
            throw new UncheckedIOException(e);
          }
          return new CompletableFuture<Void>();
        });
  }

  private static void writeHead(ApiResponse response, Context context) {
    context.res().setStatus(response.code());
    context.res().setContentType(null);
    // The servlet's own way would write the parameters of a media type otherwise than Go does.
    HttpFields.Mutable head =
        ServletContextRequest.getServletContextRequest(context.req())
            .getServletContextResponse()
            .getWrapped()
            .getHeaders();
    response
        .headers()
        .forEach((name, values) -> values.forEach(value -> head.add(name, onTheWire(value))));
    if (!response.headers().containsKey("Cache-Control")) {
      head.add("Cache-Control", "no-cache, private");
    }
  }

  // The bytes of a header are those of UTF-8, and Jetty writes a letter for each byte.
  private static String onTheWire(String value) {
    return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
