@NullMarked
package io.github.dratestkit.features.steps;

import org.jspecify.annotations.NullMarked;
