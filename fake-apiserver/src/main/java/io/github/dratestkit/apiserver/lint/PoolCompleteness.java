package io.github.dratestkit.apiserver.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pools that do not have as many slices as their slices say. */
final class PoolCompleteness implements Advice {

  private static final LintRule RULE =
      LintRule.warning(
          "incomplete-pool",
          "nothing is allocated from a pool that is not complete, and requests for all devices on"
              + " its node are an error",
          "publish the missing slices, or correct spec.pool.resourceSliceCount");

  @Override
  public List<LintRule> rules() {
    return List.of(RULE);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    inventory
        .pools()
        .forEach(
            (pool, slices) -> {
              Subject first = slices.get(0);
              for (Subject slice : slices) {
                if (wanted(slice) != wanted(first)) {
                  findings.add(
                      finding(
                          slice,
                          "slices of pool "
                              + pool
                              + " disagree: "
                              + wanted(first)
                              + " and "
                              + wanted(slice)));
                  return;
                }
              }
              if (!isWhole(slices)
                  && byFile(slices).stream().noneMatch(PoolCompleteness::isWhole)) {
                int here = count(slices);
                findings.add(
                    finding(
                        first,
                        "pool "
                            + pool
                            + " says that it has "
                            + wanted(first)
                            + (wanted(first) == 1 ? " slice" : " slices")
                            + (here == 1 ? ", and there is 1 here" : ", and there are " + here)));
              }
            });
    return findings;
  }

  /** Says whether there are as many slices of a pool as they say. */
  static boolean isWhole(List<Subject> slices) {
    return count(slices) == wanted(slices.get(0));
  }

  /** Two files with the same pool may be two states of it. */
  private static List<List<Subject>> byFile(List<Subject> slices) {
    Map<String, List<Subject>> files = new LinkedHashMap<>();
    for (Subject slice : slices) {
      files.computeIfAbsent(slice.manifest().file(), unseen -> new ArrayList<>()).add(slice);
    }
    return List.copyOf(files.values());
  }

  private static int count(List<Subject> slices) {
    Set<String> names = new HashSet<>();
    int unnamed = 0;
    for (Subject slice : slices) {
      unnamed += slice.name().isEmpty() ? 1 : 0;
      names.add(slice.name());
    }
    names.remove("");
    return names.size() + unnamed;
  }

  private static long wanted(Subject slice) {
    return slice.spec().path("pool").path("resourceSliceCount").asLong(0);
  }

  private static LintFinding finding(Subject slice, String message) {
    return slice.finding(RULE, "spec.pool.resourceSliceCount", message);
  }
}
