package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses large answers, as kube-apiserver does from the same size on, but only inside TLS:
 * there it costs less than the encryption that it saves, on a plain loopback more than it saves.
 */
final class Compression {

  /** In bytes; apiserver/pkg/endpoints/handlers/responsewriters/writers.go, 1.37. */
  private static final int LARGE = 128 * 1024;

  private Compression() {}

  static ApiResponse.Complete compress(ApiRequest request, ApiResponse.Complete answer) {
    // Documents about types are never compressed.
    boolean document = request.path().startsWith("/openapi/");
    if (answer.body().length < LARGE || document || !acceptsGzip(request)) {
      return answer;
    }
    Map<String, List<String>> headers = new LinkedHashMap<>(answer.headers());
    headers.put("Content-Encoding", List.of("gzip"));
    headers.put("Vary", List.of("Accept-Encoding"));
    return new ApiResponse.Complete(answer.code(), headers, gzip(answer.body()));
  }

  // Only the plain word counts: with a weight, be it 1, it is none that upstream knows.
  private static boolean acceptsGzip(ApiRequest request) {
    for (String accepted : request.header("accept-encoding").orElse("").split(",", -1)) {
      if (accepted.strip().equals("gzip")) {
        return true;
      }
    }
    return false;
  }

  private static byte[] gzip(byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 8);
    try (OutputStream out = new Fast(bytes)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static final class Fast extends GZIPOutputStream {

    private static final int BUFFER = 32 * 1024;

    Fast(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
