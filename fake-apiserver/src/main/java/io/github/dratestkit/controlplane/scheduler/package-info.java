/**
 * The scheduler: a queue of pods, one attempt at a time through the filters and scores of nodes,
 * the life of ResourceClaims around it, and binding. Source of its rules: {@code pkg/scheduler},
 * 1.37.
 */
@NullMarked
package io.github.dratestkit.controlplane.scheduler;

import org.jspecify.annotations.NullMarked;
