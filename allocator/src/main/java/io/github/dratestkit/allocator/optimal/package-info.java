/** What an allocation can be best in, and how much room pools still have. */
@NullMarked
package io.github.dratestkit.allocator.optimal;

import org.jspecify.annotations.NullMarked;
