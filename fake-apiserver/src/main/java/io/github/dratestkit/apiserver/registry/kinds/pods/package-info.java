/** Pods and all that describes them. */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds.pods;

import org.jspecify.annotations.NullMarked;
