package io.github.dratestkit.controlplane.scheduler;

import java.util.Optional;

/** What the search for a node has come to. */
sealed interface Selection {

  /** A node was found, and devices for the claims on it. */
  record Chosen(NodeInfo node, PodCheck check) implements Selection {
    ClaimCycle claims() {
      return check.claims();
    }
  }

  /**
   * No node fits now.
   *
   * @param problem what keeps claims and other pods from being looked at; empty if nothing does
   */
  record NoFit(Diagnosis diagnosis, PodCheck check, Optional<String> problem) implements Selection {
    NoFit(Diagnosis diagnosis, PodCheck check) {
      this(diagnosis, check, Optional.empty());
    }

    ClaimCycle claims() {
      return check.claims();
    }
  }

  /** There is no node at all. */
  record NoNodes() implements Selection {}

  /** Something is wrong, whatever the nodes. */
  record Failed(String message, ClaimCycle claims) implements Selection {}
}
