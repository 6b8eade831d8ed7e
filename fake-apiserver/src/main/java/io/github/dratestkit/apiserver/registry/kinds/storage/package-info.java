/** Volumes, their claims, and the drivers that make them. */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds.storage;

import org.jspecify.annotations.NullMarked;
