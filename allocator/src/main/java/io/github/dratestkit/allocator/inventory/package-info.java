/**
 * What exists: slices, pools, devices, counters and what of them is in use, compiled to a compact
 * form that a search reads many times. Nothing here chooses anything.
 */
@NullMarked
package io.github.dratestkit.allocator.inventory;

import org.jspecify.annotations.NullMarked;
