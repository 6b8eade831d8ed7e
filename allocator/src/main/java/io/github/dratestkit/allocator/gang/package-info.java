/**
 * Places many pods with their claims on many nodes at once, all or nothing. The way in is {@link
 * io.github.dratestkit.allocator.gang.GangSearch}.
 */
@NullMarked
package io.github.dratestkit.allocator.gang;

import org.jspecify.annotations.NullMarked;
