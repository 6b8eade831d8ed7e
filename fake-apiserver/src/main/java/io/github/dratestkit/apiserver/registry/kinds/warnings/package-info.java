/** What is accepted in objects and yet hardly meant. */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds.warnings;

import org.jspecify.annotations.NullMarked;
