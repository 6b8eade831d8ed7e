/** The aggregation of cluster roles. */
@NullMarked
package io.github.dratestkit.controlplane.roles;

import org.jspecify.annotations.NullMarked;
