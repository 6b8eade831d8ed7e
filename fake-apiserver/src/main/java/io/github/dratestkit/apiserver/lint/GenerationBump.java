package io.github.dratestkit.apiserver.lint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A slice that stands in two files with other contents, but in the same pool generation. */
final class GenerationBump implements Advice {

  private static final Rule RULE =
      Rule.warning(
          "missing-generation-bump",
          "the scheduler takes slices of one generation as one picture of the pool; a change within"
              + " a generation can be seen half",
          "raise spec.pool.generation in all slices of the pool");

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    Map<String, Subject> first = new HashMap<>();
    for (Subject slice : inventory.all("resourceslices")) {
      Subject before = slice.name().isEmpty() ? null : first.putIfAbsent(slice.name(), slice);
      if (before != null
          && !before.spec().equals(slice.spec())
          && Inventory.poolOf(before).equals(Inventory.poolOf(slice))
          && Inventory.generation(before) == Inventory.generation(slice)) {
        findings.add(
            slice.finding(
                RULE,
                "spec.pool.generation",
                "differs from "
                    + before.manifest().file()
                    + ", but both are generation "
                    + Inventory.generation(slice)));
      }
    }
    return findings;
  }
}
