/**
 * The resource claim controller: makes claims from templates, takes back reservations of pods that
 * will not run any more, gives devices back, and removes claims that it has made.
 */
@NullMarked
package io.github.dratestkit.controlplane.claims;

import org.jspecify.annotations.NullMarked;
