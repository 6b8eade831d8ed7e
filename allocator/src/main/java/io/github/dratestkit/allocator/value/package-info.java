@NullMarked
package io.github.dratestkit.allocator.value;

import org.jspecify.annotations.NullMarked;
