/** gRPC over Unix sockets in plain Java: a server, a channel, and the rule for paths. */
@NullMarked
package io.github.dratestkit.drivers.transport;

import org.jspecify.annotations.NullMarked;
