package io.github.dratestkit.controlplane.nodes;

/** What the controller of nodes has to look at. */
sealed interface NodeDuty {

  /** All nodes, whether they have spoken. */
  record Round() implements NodeDuty {}

  /** The conditions of one node, and the taints that follow from them. */
  record Conditions(String node) implements NodeDuty {}

  /** The nodes of a zone that wait for the taint that drives pods out. */
  record DriveOut(String zone) implements NodeDuty {}
}
