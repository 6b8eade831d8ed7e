/**
 * The fake kubelet: a node whose containers are made up and whose dealings with drivers are real.
 * {@link Kubelet} is the way in.
 */
@NullMarked
package io.github.dratestkit.drivers.kubelet;

import org.jspecify.annotations.NullMarked;
