@NullMarked
package io.github.dratestkit.allocator;

import org.jspecify.annotations.NullMarked;
