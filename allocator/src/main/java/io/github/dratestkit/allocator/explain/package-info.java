/**
 * Says why devices were chosen or refused, which demands conflict, and whether the node is full or
 * can never serve them. The way in is {@link io.github.dratestkit.allocator.explain.Explainer}.
 */
@NullMarked
package io.github.dratestkit.allocator.explain;

import org.jspecify.annotations.NullMarked;
