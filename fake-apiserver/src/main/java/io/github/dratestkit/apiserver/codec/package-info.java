@NullMarked
package io.github.dratestkit.apiserver.codec;

import org.jspecify.annotations.NullMarked;
