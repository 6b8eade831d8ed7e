@NullMarked
package io.github.dratestkit.features.target;

import org.jspecify.annotations.NullMarked;
