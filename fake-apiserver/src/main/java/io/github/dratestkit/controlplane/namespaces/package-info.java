/**
 * What namespaces have and how they go: the namespace controller empties one that is being deleted,
 * and two small ones keep an account and a certificate in each.
 */
@NullMarked
package io.github.dratestkit.controlplane.namespaces;

import org.jspecify.annotations.NullMarked;
