/**
 * What moves loops, which own no thread: a {@link io.github.dratestkit.controlplane.run.Runner}
 * with threads and the system clock when serving, a {@link
 * io.github.dratestkit.controlplane.run.Stepper} with a seed and a virtual clock in scenarios.
 */
@NullMarked
package io.github.dratestkit.controlplane.run;

import org.jspecify.annotations.NullMarked;
