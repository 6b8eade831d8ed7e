/**
 * What the server remembers: objects and their versions, kept bytes, and the changes that watches
 * read. {@link Store} is the one way in.
 */
@NullMarked
package io.github.dratestkit.apiserver.store;

import org.jspecify.annotations.NullMarked;
