@NullMarked
package io.github.dratestkit.allocator.cel;

import org.jspecify.annotations.NullMarked;
