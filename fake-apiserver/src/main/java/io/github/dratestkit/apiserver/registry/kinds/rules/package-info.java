/**
 * Rules that kinds of several groups share: fields and their faults, names and formats, what may
 * not change.
 */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds.rules;

import org.jspecify.annotations.NullMarked;
