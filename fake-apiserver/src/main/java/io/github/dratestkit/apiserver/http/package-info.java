/**
 * The socket in front of an {@link io.github.dratestkit.apiserver.ApiHandler}: HTTP/1.1 and HTTP/2,
 * with and without TLS, and watches as streams and as WebSockets. Use {@link
 * io.github.dratestkit.apiserver.http.HttpFront}; what a client needs to reach it is a {@link
 * io.github.dratestkit.apiserver.http.Kubeconfig}.
 *
 * <p>This is the only place that knows Javalin and Jetty, and it knows no rule of the API.
 */
@NullMarked
package io.github.dratestkit.apiserver.http;

import org.jspecify.annotations.NullMarked;
