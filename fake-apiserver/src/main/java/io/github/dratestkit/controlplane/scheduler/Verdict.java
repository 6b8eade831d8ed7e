package io.github.dratestkit.controlplane.scheduler;

import java.util.List;

/** What a plugin says of a pod on a node, or of a pod on any node. */
sealed interface Verdict {

  /** Whether removing other pods could change a rejection. */
  enum Remedy {
    PREEMPTION,
    NONE
  }

  Verdict FITS = new Fits();

  /** Nothing speaks against it. */
  record Fits() implements Verdict {}

  /** It cannot be now; the reasons are what a user reads. */
  record Rejected(String plugin, Remedy remedy, List<String> reasons) implements Verdict {
    public Rejected {
      reasons = List.copyOf(reasons);
    }
  }

  /** Something is wrong; the attempt ends for all nodes and is tried again after a pause. */
  record Failed(String message) implements Verdict {}

  static Verdict rejected(String plugin, Remedy remedy, String reason) {
    return new Rejected(plugin, remedy, List.of(reason));
  }
}
