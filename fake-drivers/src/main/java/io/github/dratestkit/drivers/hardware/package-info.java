/**
 * The zoo: one YAML file per device model, which the templates of this package turn into pools.
 * {@link Hardware} is the way in, for models and for slices that a real cluster has printed.
 */
@NullMarked
package io.github.dratestkit.drivers.hardware;

import org.jspecify.annotations.NullMarked;
