/**
 * The search for devices: upstream's order, upstream's first answer, and the rules that prune what
 * cannot succeed. The way in is {@link io.github.dratestkit.allocator.search.DeviceSearch}.
 */
@NullMarked
package io.github.dratestkit.allocator.search;

import org.jspecify.annotations.NullMarked;
