@NullMarked
package io.github.dratestkit.apiserver.time;

import org.jspecify.annotations.NullMarked;
