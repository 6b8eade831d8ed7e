package io.github.dratestkit.controlplane.taints;

import io.github.dratestkit.controlplane.common.ObjectKey;

/** What the controller has to look at. */
sealed interface Duty {

  /** A pod that has to go, now or later. */
  record Evict(ObjectKey pod, String uid) implements Duty {}

  /** A rule whose status may have to be told anew. */
  record Tell(String rule, String uid) implements Duty {}
}
