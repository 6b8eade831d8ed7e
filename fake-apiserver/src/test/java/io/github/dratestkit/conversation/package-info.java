/**
 * Conversations recorded from the real server, played against ours in process. The rules of
 * comparison are those of {@code replay}, the instrument that recorded them, so that what is equal
 * here is equal there; texts for people, which may be ours, are compared by neither.
 */
@NullMarked
package io.github.dratestkit.conversation;

import org.jspecify.annotations.NullMarked;
