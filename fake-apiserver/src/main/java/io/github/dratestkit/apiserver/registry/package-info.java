@NullMarked
package io.github.dratestkit.apiserver.registry;

import org.jspecify.annotations.NullMarked;
