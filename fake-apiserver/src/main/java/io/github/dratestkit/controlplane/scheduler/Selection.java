package io.github.dratestkit.controlplane.scheduler;

/** What the search for a node has come to. */
sealed interface Selection {

  /** A node was found, and devices for the claims on it. */
  record Chosen(NodeInfo node, ClaimCycle claims) implements Selection {}

  /** No node fits now. */
  record NoFit(Diagnosis diagnosis, ClaimCycle claims) implements Selection {}

  /** There is no node at all. */
  record NoNodes() implements Selection {}

  /** Something is wrong, whatever the nodes. */
  record Failed(String message, ClaimCycle claims) implements Selection {}
}
