package io.github.dratestkit.apiserver.lint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Objects that are close to the size which the store no longer takes. */
final class ObjectSize implements Advice {

  /** What etcd takes by default. */
  private static final int LIMIT = 3 * 1024 * 1024 / 2;

  private static final int NEAR = LIMIT / 10 * 6;

  private static final Rule RULE =
      Rule.warning(
          "near-size-limit",
          "the store takes objects of up to 1.5 MiB; one more device or label, and the write fails",
          "spread the devices of the pool over more slices");

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    for (Subject subject : inventory.subjects()) {
      int size = subject.object().toString().getBytes(StandardCharsets.UTF_8).length;
      if (size > NEAR) {
        findings.add(subject.finding(RULE, "", "takes " + size / 1024 + " KiB of " + LIMIT / 1024));
      }
    }
    return findings;
  }
}
