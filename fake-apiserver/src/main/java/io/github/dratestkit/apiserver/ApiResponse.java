package io.github.dratestkit.apiserver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the server answers: a body at once, or a stream of frames for as long as a watch lives. */
public sealed interface ApiResponse {

  /** Returns the HTTP status code. */
  int code();

  /** Returns the headers, Content-Type included, by name with their values. */
  Map<String, List<String>> headers();

  /** Returns this answer with other values of a header. */
  default ApiResponse withHeader(String name, List<String> values) {
    Map<String, List<String>> headers = new LinkedHashMap<>(headers());
    headers.put(name, values);
    return this instanceof Complete complete
        ? new Complete(complete.code(), headers, complete.body())
        : new Streaming(headers, ((Streaming) this).frames());
  }

  /** An answer that is complete. */
  record Complete(int code, Map<String, List<String>> headers, byte[] body)
      implements ApiResponse {}

  /** The frames of a watch; the code is 200 and already decided. */
  record Streaming(Map<String, List<String>> headers, EventStream frames) implements ApiResponse {
    @Override
    public int code() {
      return 200;
    }
  }
}
