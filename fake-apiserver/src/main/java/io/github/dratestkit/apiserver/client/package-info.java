/**
 * The client's side. {@link io.github.dratestkit.apiserver.client.ApiAccess} is what loops hold:
 * feeds to read and writes to act. {@link io.github.dratestkit.apiserver.client.InProcess} gives a
 * fabric8 client that needs no socket, and {@link io.github.dratestkit.apiserver.client.RemoteApi}
 * makes a server behind a URL look like the one in process, so that whatever wraps or reads a
 * handler works with a real cluster too.
 */
@NullMarked
package io.github.dratestkit.apiserver.client;

import org.jspecify.annotations.NullMarked;
