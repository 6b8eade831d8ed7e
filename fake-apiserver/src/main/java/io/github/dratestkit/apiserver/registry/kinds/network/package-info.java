/** Services and what leads to and from pods. */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds.network;

import org.jspecify.annotations.NullMarked;
