package io.github.dratestkit.drivers.kubelet;

import io.github.dratestkit.controlplane.common.ObjectKey;

/** One thing that the kubelet has to look at. */
sealed interface Work {

  /** A pod of the node, which is there, changes or has gone. */
  record OfPod(ObjectKey pod, String uid) implements Work {}

  /** Claims whose pods nobody knows any more. */
  record OfStaleClaims() implements Work {}

  /** The node itself. */
  record OfNode() implements Work {}

  /** The slices of a driver that has been gone for too long; of every driver if empty. */
  record OfSlices(String driver) implements Work {}
}
