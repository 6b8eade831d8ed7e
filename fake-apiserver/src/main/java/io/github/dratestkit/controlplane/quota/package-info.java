/** The resource quota controller: adds up what a namespace uses of what its quotas limit. */
@NullMarked
package io.github.dratestkit.controlplane.quota;

import org.jspecify.annotations.NullMarked;
