/** One run of the specifications, and what is told of it on the terminal and in files. */
@NullMarked
package io.github.dratestkit.report;

import org.jspecify.annotations.NullMarked;
