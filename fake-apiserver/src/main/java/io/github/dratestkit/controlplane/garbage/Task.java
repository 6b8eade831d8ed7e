package io.github.dratestkit.controlplane.garbage;

/** What the collector has to look at. */
sealed interface Task {

  /** An object that may have to go. */
  record Collect(String uid) implements Task {}

  /** An owner whose dependents are to be let go. */
  record Orphan(String uid) implements Task {}
}
