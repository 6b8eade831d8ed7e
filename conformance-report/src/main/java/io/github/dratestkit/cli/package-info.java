@NullMarked
package io.github.dratestkit.cli;

import org.jspecify.annotations.NullMarked;
