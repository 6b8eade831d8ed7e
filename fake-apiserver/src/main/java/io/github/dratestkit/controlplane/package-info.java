@NullMarked
package io.github.dratestkit.controlplane;

import org.jspecify.annotations.NullMarked;
