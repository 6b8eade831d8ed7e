package io.github.dratestkit.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dratestkit.apiserver.ApiRequest;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpFrontTest {

  private final Echo echo = new Echo();
  private final HttpFront front = HttpFront.start(echo, HttpOptions.http());
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @AfterEach
  void stop() {
    front.close();
  }

  @Test
  void path_and_query_reach_the_handler_decoded_as_go_decodes_them() throws Exception {
    ask("/apis/a%2Fb//c%20d+e?x=1+2&x=%C3%A4&y&=z&%zz=1&bad=%9&s=a%26b");

    ApiRequest request = echo.requests.take();
    assertThat(request.path()).isEqualTo("/apis/a/b//c d+e");
    assertThat(request.query().keySet()).containsExactly("x", "y", "", "s");
    assertThat(request.query().get("x")).containsExactly("1 2", "ä");
    assertThat(request.parameter("s")).contains("a&b");
    assertThat(request.parameter("y")).contains("");
  }

  @Test
  void every_method_and_the_root_path_reach_the_handler() throws Exception {
    for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create(front.url() + "/"))
                  .method(method, HttpRequest.BodyPublishers.ofString("{}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).startsWith(method + " / ");
    }
  }

  @Test
  void head_has_the_headers_of_get_and_no_body() throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(front.url() + "/x"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(response.headers().firstValue("Content-Length")).contains("10");
    assertThat(response.body()).isEmpty();
  }

  @Test
  void headers_go_both_ways_with_all_their_values() throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(front.url() + "/x"))
                .header("Impersonate-Group", "a")
                .header("Impersonate-Group", "b")
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(echo.requests.take().headers().get("impersonate-group")).containsExactly("a", "b");
    assertThat(response.headers().allValues("Warning")).containsExactly("299 - a", "299 - b");
    assertThat(response.headers().allValues("Content-Type"))
        .containsExactly("application/json; charset=utf-8");
    assertThat(response.headers().firstValue("Server")).isEmpty();
  }

  @Test
  void a_body_of_three_mebibytes_passes_and_a_larger_one_is_a_status_413() throws Exception {
    byte[] largest = new byte[3 * 1024 * 1024];
    assertThat(post(HttpRequest.BodyPublishers.ofByteArray(largest)).statusCode()).isEqualTo(200);
    assertThat(echo.requests.take().body()).hasSize(largest.length);

    HttpResponse<String> announced =
        post(HttpRequest.BodyPublishers.ofByteArray(new byte[largest.length + 1]));
    HttpResponse<String> chunked =
        post(
            HttpRequest.BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(new byte[largest.length + 1])));

    for (HttpResponse<String> refused : List.of(announced, chunked)) {
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body())
          .contains("\"reason\":\"RequestEntityTooLarge\"")
          .contains("Request entity too large: limit is 3145728");
    }
  }

  @Test
  void a_fault_of_the_handler_is_a_status_500() throws Exception {
    RawAnswer response = ask("/fault");

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("\"reason\":\"InternalError\"").contains("on purpose");
  }

  @Test
  void a_watch_sends_headers_at_once_and_each_event_as_a_line_and_ends_cleanly() throws Exception {
    HttpResponse<InputStream> response = watch("/w?watch=true");
    ScriptedStream stream = echo.streams.take();
    BufferedReader lines = lines(response);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Transfer-Encoding")).contains("chunked");
    stream.offer("{\"a\":1}");
    assertThat(lines.readLine()).isEqualTo("{\"a\":1}");
    stream.offer("{\"b\":\"ä\"}");
    stream.offer("{\"c\":3}");
    assertThat(lines.readLine()).isEqualTo("{\"b\":\"ä\"}");
    assertThat(lines.readLine()).isEqualTo("{\"c\":3}");
    stream.finish();
    assertThat(lines.readLine()).isNull();
    stream.closed.await();
    assertThat(ask("/after").statusCode()).isEqualTo(200);
  }

  @Test
  void a_client_that_never_reads_holds_up_nobody_and_its_frames_stay_in_the_stream()
      throws Exception {
    HttpResponse<InputStream> slow = watch("/slow?watch=true");
    ScriptedStream unread = echo.streams.take();
    HttpResponse<InputStream> quick = watch("/quick?watch=true");
    ScriptedStream read = echo.streams.take();
    unread.listened.await();

    String large = "x".repeat(64 * 1024);
    for (int i = 0; i < 500; i++) {
      unread.offer(large);
    }
    read.offer("{}");

    assertThat(lines(quick).readLine()).isEqualTo("{}");
    assertThat(unread.waiting()).isPositive();
    slow.body().close();
    unread.closed.await();
  }

  @Test
  void a_hundred_idle_watches_take_no_thread_each() throws Exception {
    int before = Thread.activeCount();
    List<HttpResponse<InputStream>> responses = new ArrayList<>();
    List<ScriptedStream> streams = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      responses.add(watch("/w?watch=true"));
      ScriptedStream stream = echo.streams.take();
      stream.listened.await();
      streams.add(stream);
    }

    assertThat(front.openWatches()).isEqualTo(100);
    assertThat(Thread.activeCount() - before).isLessThan(70);
    streams.forEach(stream -> stream.offer("{}"));
    for (HttpResponse<InputStream> response : responses) {
      assertThat(lines(response).readLine()).isEqualTo("{}");
    }
  }

  @Test
  void a_client_that_goes_away_is_noticed_without_an_event() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", front.port())) {
      socket
          .getOutputStream()
          .write("GET /w?watch=1 HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      ScriptedStream stream = echo.streams.take();
      stream.listened.await();
      socket.close();
      assertThat(stream.closed.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void a_websocket_watch_sends_each_event_as_a_text_and_closes_normally() throws Exception {
    Frames frames = new Frames();
    client
        .newWebSocketBuilder()
        .buildAsync(URI.create(front.url().replace("http", "ws") + "/w?watch=true"), frames)
        .join();
    ScriptedStream stream = echo.streams.take();
    stream.listened.await();

    String large = "ä".repeat(100_000);
    stream.offer("{\"a\":1}");
    stream.offer(large);
    assertThat(frames.texts.take()).isEqualTo("{\"a\":1}");
    assertThat(frames.texts.take()).isEqualTo(large);
    stream.finish();
    assertThat(frames.closeCode.join()).isEqualTo(WebSocket.NORMAL_CLOSURE);
    stream.closed.await();
    assertThat(front.openWatches()).isZero();
  }

  @Test
  void a_websocket_client_that_closes_ends_the_stream() throws Exception {
    WebSocket socket =
        client
            .newWebSocketBuilder()
            .buildAsync(
                URI.create(front.url().replace("http", "ws") + "/w?watch=true"), new Frames())
            .join();
    ScriptedStream stream = echo.streams.take();
    stream.listened.await();

    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();

    stream.closed.await();
  }

  @Test
  void a_refused_websocket_watch_gets_the_answer_of_the_handler() {
    CompletableFuture<WebSocket> refused =
        client
            .newWebSocketBuilder()
            .buildAsync(
                URI.create(front.url().replace("http", "ws") + "/refused?watch=true"),
                new Frames());

    assertThatThrownBy(refused::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            handshake -> assertThat(handshake.getResponse().statusCode()).isEqualTo(403));
  }

  @Test
  void none_of_its_threads_keeps_the_process_alive() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (HttpFront another = HttpFront.start(echo, HttpOptions.http())) {
      assertThat(another.port()).isPositive();
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> !before.contains(thread))
          .allMatch(Thread::isDaemon);
    }
  }

  @Test
  void closing_ends_open_watches() throws Exception {
    HttpResponse<InputStream> response = watch("/w?watch=true");
    ScriptedStream stream = echo.streams.take();
    stream.listened.await();

    front.close();

    stream.closed.await();
    assertThat(response.body().readAllBytes()).isEmpty();
  }

  @Test
  void a_port_in_use_is_an_error_that_names_it() {
    HttpOptions taken = HttpOptions.http().onPort(front.port());

    assertThatThrownBy(() -> HttpFront.start(echo, taken))
        .isInstanceOf(CannotListenException.class)
        .hasMessageContaining("port " + front.port() + " on 127.0.0.1 is in use");
  }

  @Test
  void tls_offers_http_2_to_clients_that_trust_the_authority() throws Exception {
    try (HttpFront secure = HttpFront.start(echo, HttpOptions.https())) {
      HttpClient trusting =
          HttpClient.newBuilder()
              .sslContext(trusting(secure.authorityCertificate().orElseThrow()))
              .build();
      for (String host : List.of("127.0.0.1", "localhost")) {
        String url = "https://" + host + ":" + secure.port();
        HttpResponse<InputStream> response =
            trusting.send(
                HttpRequest.newBuilder(URI.create(url + "/w?watch=true")).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        ScriptedStream stream = echo.streams.take();
        stream.offer("{}");

        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        BufferedReader lines = lines(response);
        assertThat(lines.readLine()).isEqualTo("{}");
        stream.finish();
        assertThat(lines.readLine()).isNull();
      }
    }
  }

  @Test
  void a_large_answer_is_compressed_inside_tls_for_those_who_accept_it() throws Exception {
    String large = "/" + "x".repeat(200_000);
    try (HttpFront secure = HttpFront.start(echo, HttpOptions.https())) {
      HttpClient trusting =
          HttpClient.newBuilder()
              .sslContext(trusting(secure.authorityCertificate().orElseThrow()))
              .build();
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(secure.url() + large));

      HttpResponse<byte[]> plain =
          trusting.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      HttpResponse<byte[]> compressed =
          trusting.send(
              request.header("Accept-Encoding", "gzip").build(),
              HttpResponse.BodyHandlers.ofByteArray());

      assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
      assertThat(compressed.headers().firstValue("Content-Encoding")).contains("gzip");
      assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
          .isEqualTo(plain.body());
    }
  }

  @Test
  void an_http_2_client_that_cancels_is_noticed() throws Exception {
    HttpClient http2 = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    HttpResponse<InputStream> response =
        http2.send(
            HttpRequest.newBuilder(URI.create(front.url() + "/w?watch=true")).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    ScriptedStream stream = echo.streams.take();
    stream.listened.await();
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);

    response.body().close();

    stream.closed.await();
  }

  private RawAnswer ask(String target) throws IOException {
    // java.net.URI refuses what a client may well send, so the request is written by hand.
    try (Socket socket = new Socket("127.0.0.1", front.port())) {
      socket
          .getOutputStream()
          .write(
              ("GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new RawAnswer(Integer.parseInt(answer.substring(9, 12)), answer);
    }
  }

  private HttpResponse<String> post(HttpRequest.BodyPublisher body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(front.url() + "/x")).POST(body).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<InputStream> watch(String target) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(front.url() + target)).build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  private static BufferedReader lines(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  private static SSLContext trusting(String pem) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  /** An answer with its head. */
  private record RawAnswer(int statusCode, String body) {}

  private static final class Frames implements WebSocket.Listener {
    final LinkedBlockingQueue<String> texts = new LinkedBlockingQueue<>();
    final CompletableFuture<Integer> closeCode = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      partial.append(data);
      if (last) {
        texts.add(partial.toString());
        partial.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      closeCode.complete(code);
      return null;
    }
  }
}
