/** Who asks, and what they may do: tokens, impersonation, roles, and the reviews that tell. */
@NullMarked
package io.github.dratestkit.apiserver.access;

import org.jspecify.annotations.NullMarked;
