package io.github.dratestkit.apiserver;

import java.util.List;
import java.util.Map;

/** What the server answers: a body at once, or a stream of frames for as long as a watch lives. */
public sealed interface ApiResponse {

  /** Returns the HTTP status code. */
  int code();

  /** Returns the headers, Content-Type included, by name with their values. */
  Map<String, List<String>> headers();

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
