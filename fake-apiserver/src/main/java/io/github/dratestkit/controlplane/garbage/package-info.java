/**
 * The garbage collector: removes what has lost its owners, in the background, in the foreground, or
 * leaves it behind as an orphan.
 */
@NullMarked
package io.github.dratestkit.controlplane.garbage;

import org.jspecify.annotations.NullMarked;
