/** Patches of every kind, as functions from tree to tree. */
@NullMarked
package io.github.dratestkit.apiserver.patch;

import org.jspecify.annotations.NullMarked;
