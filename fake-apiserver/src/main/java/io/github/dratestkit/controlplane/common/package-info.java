/**
 * What loops share: a view of the world fed by events, a queue of things to look at again, a
 * recorder of events for people, and how pods, pod groups and claims belong together.
 */
@NullMarked
package io.github.dratestkit.controlplane.common;

import org.jspecify.annotations.NullMarked;
