/**
 * How pods, pod groups and ResourceClaims belong together. Several loops must agree on it, so it is
 * said here once.
 */
@NullMarked
package io.github.dratestkit.controlplane.podclaims;

import org.jspecify.annotations.NullMarked;
