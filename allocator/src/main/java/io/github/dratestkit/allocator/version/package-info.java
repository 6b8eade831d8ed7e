@NullMarked
package io.github.dratestkit.allocator.version;

import org.jspecify.annotations.NullMarked;
