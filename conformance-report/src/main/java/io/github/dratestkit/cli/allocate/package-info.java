/**
 * Answers allocation cases in the format of upstream's oracle, one JSON object per line. The way in
 * is {@link io.github.dratestkit.cli.allocate.CaseRunner}.
 */
@NullMarked
package io.github.dratestkit.cli.allocate;

import org.jspecify.annotations.NullMarked;
