/**
 * Faults between a client and a server: {@link io.github.dratestkit.apiserver.fault.Faults} wraps a
 * handler and does to chosen requests what a bad day does. Production code knows nothing of it.
 * Around a {@link io.github.dratestkit.apiserver.client.RemoteApi} it spoils a real cluster's day.
 */
@NullMarked
package io.github.dratestkit.apiserver.fault;

import org.jspecify.annotations.NullMarked;
