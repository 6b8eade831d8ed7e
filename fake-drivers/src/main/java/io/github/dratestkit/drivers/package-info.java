@NullMarked
package io.github.dratestkit.drivers;

import org.jspecify.annotations.NullMarked;
