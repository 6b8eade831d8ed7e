/** What the controllers count, as Prometheus reads it. */
@NullMarked
package io.github.dratestkit.controlplane.metrics;

import org.jspecify.annotations.NullMarked;
