/** Volumes and their claims: who gets which, as far as pods with devices need it. */
@NullMarked
package io.github.dratestkit.controlplane.volumes;

import org.jspecify.annotations.NullMarked;
