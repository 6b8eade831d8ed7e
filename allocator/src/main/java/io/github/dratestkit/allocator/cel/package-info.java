/**
 * The CEL environment of Kubernetes for device selectors and derived attributes, on the engine
 * {@code dev.cel}. Start with {@link io.github.dratestkit.allocator.cel.CelEnvironment}: compile an
 * expression once, then evaluate it on each {@link io.github.dratestkit.allocator.cel.CelDevice}.
 */
@NullMarked
package io.github.dratestkit.allocator.cel;

import org.jspecify.annotations.NullMarked;
