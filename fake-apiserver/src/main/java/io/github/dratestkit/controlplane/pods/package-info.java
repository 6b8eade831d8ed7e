/** Pod clean-up: removes pods that no kubelet will ever finish. */
@NullMarked
package io.github.dratestkit.controlplane.pods;

import org.jspecify.annotations.NullMarked;
