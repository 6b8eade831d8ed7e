/**
 * Quantities, semantic versions and qualified names with exactly the meaning that Kubernetes gives
 * them. Start with {@link io.github.dratestkit.allocator.value.Quantity}, {@link
 * io.github.dratestkit.allocator.value.SemanticVersion} and {@link
 * io.github.dratestkit.allocator.value.QualifiedName}.
 */
@NullMarked
package io.github.dratestkit.allocator.value;

import org.jspecify.annotations.NullMarked;
