package io.github.dratestkit.controlplane.taints;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * That somebody has to go.
 *
 * @param when the time at which the first toleration has run out
 * @param rules uids of the rules that are among the reasons; a taint of a slice is none
 */
record Eviction(Instant when, Set<String> rules) {

  Eviction {
    rules = Set.copyOf(rules);
  }

  /** Returns the eviction for two sets of reasons: at the earlier time, for all of them. */
  Eviction and(Eviction other) {
    Set<String> all = new HashSet<>(rules);
    all.addAll(other.rules);
    return new Eviction(when.isBefore(other.when) ? when : other.when, all);
  }
}
