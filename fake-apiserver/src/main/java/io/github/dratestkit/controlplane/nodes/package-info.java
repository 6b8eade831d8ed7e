/**
 * The life of nodes: what their conditions and their silence mean for them, and which pods their
 * taints drive out.
 */
@NullMarked
package io.github.dratestkit.controlplane.nodes;

import org.jspecify.annotations.NullMarked;
