/**
 * Simulated nodes with their hardware, kubelets and drivers, one or many. {@link SimulatedNode} is
 * one of them, {@link Fleet} all.
 */
@NullMarked
package io.github.dratestkit.fleet;

import org.jspecify.annotations.NullMarked;
