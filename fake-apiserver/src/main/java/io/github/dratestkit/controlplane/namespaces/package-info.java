/** The namespace controller: empties a namespace that is being deleted, and then lets it go. */
@NullMarked
package io.github.dratestkit.controlplane.namespaces;

import org.jspecify.annotations.NullMarked;
