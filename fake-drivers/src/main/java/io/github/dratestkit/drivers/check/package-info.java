/**
 * The check of a kubelet plugin that somebody else has written. {@link DriverCheck} is the way in.
 */
@NullMarked
package io.github.dratestkit.drivers.check;

import org.jspecify.annotations.NullMarked;
