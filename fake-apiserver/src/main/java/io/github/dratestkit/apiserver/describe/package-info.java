/** What a server says about itself: discovery, version, health. */
@NullMarked
package io.github.dratestkit.apiserver.describe;

import org.jspecify.annotations.NullMarked;
