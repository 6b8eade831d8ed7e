/** Why a claim gets these devices, or none. {@link Question} asks, {@link Answer} tells. */
@NullMarked
package io.github.dratestkit.explain;

import org.jspecify.annotations.NullMarked;
