@NullMarked
package io.github.dratestkit.apiserver;

import org.jspecify.annotations.NullMarked;
