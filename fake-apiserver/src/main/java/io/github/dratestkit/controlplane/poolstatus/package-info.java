/** The controller that answers ResourcePoolStatusRequests. */
@NullMarked
package io.github.dratestkit.controlplane.poolstatus;

import org.jspecify.annotations.NullMarked;
