package io.github.dratestkit.apiserver;

/**
 * The core of the server: one request in, one response out. Transports (HTTP, in process) and fault
 * decorators wrap it; nothing above it knows a servlet, and a unit test needs no socket.
 */
@FunctionalInterface
public interface ApiHandler {

  /**
   * Answers {@code request}. Never throws for what a client did: every refusal is a response whose
   * body is a {@code Status}.
   */
  ApiResponse handle(ApiRequest request);
}
