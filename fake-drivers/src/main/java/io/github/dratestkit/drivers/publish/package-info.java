/**
 * Publishes what a driver has as ResourceSlices, the way the helper library of real drivers does:
 * {@link Publisher} brings the API to what {@link Pool}s say.
 */
@NullMarked
package io.github.dratestkit.drivers.publish;

import org.jspecify.annotations.NullMarked;
