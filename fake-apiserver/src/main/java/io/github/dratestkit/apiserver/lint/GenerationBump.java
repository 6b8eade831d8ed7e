package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.Inventory.PoolName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A pool that stands in two files with other contents, but in the same generation: a slice of one
 * name that differs, or two whole pools of other slices.
 */
final class GenerationBump implements Advice {

  private static final LintRule RULE =
      LintRule.warning(
          "missing-generation-bump",
          "the scheduler takes slices of one generation as one picture of the pool; a change within"
              + " a generation can be seen half",
          "raise spec.pool.generation in all slices of the pool");

  private record State(PoolName pool, long generation) {}

  @Override
  public List<LintRule> rules() {
    return List.of(RULE);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    Map<State, Map<String, List<Subject>>> states = new LinkedHashMap<>();
    for (Subject slice : inventory.all("resourceslices")) {
      states
          .computeIfAbsent(
              new State(Inventory.poolOf(slice), Inventory.generation(slice)),
              unseen -> new LinkedHashMap<>())
          .computeIfAbsent(slice.manifest().file(), unseen -> new ArrayList<>())
          .add(slice);
    }
    List<LintFinding> findings = new ArrayList<>();
    for (Map<String, List<Subject>> files : states.values()) {
      List<List<Subject>> versions = List.copyOf(files.values());
      for (int i = 1; i < versions.size(); i++) {
        changed(versions.get(i - 1), versions.get(i)).ifPresent(findings::add);
      }
    }
    return findings;
  }

  private static Optional<LintFinding> changed(List<Subject> before, List<Subject> after) {
    Map<String, Subject> byName = new HashMap<>();
    before.forEach(slice -> byName.put(slice.name(), slice));
    Subject sample = before.get(0);
    for (Subject slice : after) {
      Subject same = slice.name().isEmpty() ? null : byName.get(slice.name());
      if (same != null && !same.spec().equals(slice.spec())) {
        return Optional.of(finding(slice, sample));
      }
    }
    boolean both = PoolCompleteness.isWhole(before) && PoolCompleteness.isWhole(after);
    return both && !contents(before).equals(contents(after))
        ? Optional.of(finding(after.get(0), sample))
        : Optional.empty();
  }

  private static Set<JsonNode> contents(List<Subject> slices) {
    Set<JsonNode> contents = new HashSet<>();
    slices.forEach(slice -> contents.add(slice.spec()));
    return contents;
  }

  private static LintFinding finding(Subject slice, Subject before) {
    return slice.finding(
        RULE,
        "spec.pool.generation",
        "the pool differs from "
            + before.manifest().file()
            + ", but both are generation "
            + Inventory.generation(slice));
  }
}
