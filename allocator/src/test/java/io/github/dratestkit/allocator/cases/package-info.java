/** Random allocation cases over all features at once, and their comparison with the real thing. */
@NullMarked
package io.github.dratestkit.allocator.cases;

import org.jspecify.annotations.NullMarked;
