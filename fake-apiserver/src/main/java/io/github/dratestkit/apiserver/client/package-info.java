@NullMarked
package io.github.dratestkit.apiserver.client;

import org.jspecify.annotations.NullMarked;
