/**
 * What every loop is made of: a view of the world fed by events, a queue of things to look at
 * again, and a recorder of events for people. It knows no rule of any controller.
 */
@NullMarked
package io.github.dratestkit.controlplane.machinery;

import org.jspecify.annotations.NullMarked;
