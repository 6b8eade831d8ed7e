/**
 * Offline checks of slices, classes and claims in files: what the server would refuse, and advice
 * that it does not give. The way in is {@link io.github.dratestkit.apiserver.lint.Lint}; each
 * advice is a small class, listed in {@code Advices}.
 */
@NullMarked
package io.github.dratestkit.apiserver.lint;

import org.jspecify.annotations.NullMarked;
