@NullMarked
package io.github.dratestkit.features;

import org.jspecify.annotations.NullMarked;
