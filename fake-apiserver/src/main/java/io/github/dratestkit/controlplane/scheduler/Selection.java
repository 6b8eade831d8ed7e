package io.github.dratestkit.controlplane.scheduler;

/** What the search for a node has come to. */
sealed interface Selection {

  /** A node was found, and devices for the claims on it. */
  record Chosen(NodeInfo node, PodCheck check) implements Selection {
    ClaimCycle claims() {
      return check.claims();
    }
  }

  /** No node fits now. */
  record NoFit(Diagnosis diagnosis, PodCheck check) implements Selection {
    ClaimCycle claims() {
      return check.claims();
    }
  }

  /** There is no node at all. */
  record NoNodes() implements Selection {}

  /** Something is wrong, whatever the nodes. */
  record Failed(String message, ClaimCycle claims) implements Selection {}
}
