@NullMarked
package io.github.dratestkit.apiserver.schema;

import org.jspecify.annotations.NullMarked;
