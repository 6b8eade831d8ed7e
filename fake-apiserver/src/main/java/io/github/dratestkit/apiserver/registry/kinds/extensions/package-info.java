/**
 * What extends a server or steers its requests: definitions, webhooks, policies, services of other
 * servers, flow control.
 */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds.extensions;

import org.jspecify.annotations.NullMarked;
