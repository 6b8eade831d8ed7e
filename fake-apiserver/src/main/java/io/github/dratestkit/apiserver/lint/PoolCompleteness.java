package io.github.dratestkit.apiserver.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Pools that do not have as many slices as their slices say. */
final class PoolCompleteness implements Advice {

  private static final Rule RULE =
      Rule.warning(
          "incomplete-pool",
          "nothing is allocated from a pool that is not complete, and requests for all devices on"
              + " its node are an error",
          "publish the missing slices, or correct spec.pool.resourceSliceCount");

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    inventory
        .pools()
        .forEach(
            (pool, slices) -> {
              Set<String> names = new HashSet<>();
              int unnamed = 0;
              for (Subject slice : slices) {
                unnamed += slice.name().isEmpty() ? 1 : 0;
                names.add(slice.name());
              }
              names.remove("");
              int found = names.size() + unnamed;
              Subject first = slices.get(0);
              long wanted = first.spec().path("pool").path("resourceSliceCount").asLong(0);
              if (found != wanted) {
                findings.add(
                    first.finding(
                        RULE,
                        "spec.pool.resourceSliceCount",
                        "pool "
                            + pool
                            + " wants "
                            + wanted
                            + " slices, and "
                            + found
                            + " are here"));
              }
            });
    return findings;
  }
}
