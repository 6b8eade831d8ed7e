/** Pictures of hardware as SVG. {@link Drawing} is the way in. */
@NullMarked
package io.github.dratestkit.drivers.drawing;

import org.jspecify.annotations.NullMarked;
