@NullMarked
package io.github.dratestkit.apiserver.status;

import org.jspecify.annotations.NullMarked;
