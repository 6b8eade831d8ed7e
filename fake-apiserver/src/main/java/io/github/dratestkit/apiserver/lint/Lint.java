package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.manifest.Manifest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks manifests of resource.k8s.io without a server: the way into this package. Objects that the
 * server would refuse are reported with its errors and left out of the advice; objects of other
 * groups are passed over, except that namespaces and nodes are known to the rules.
 */
public final class Lint {

  private Lint() {}

  /** Returns every rule there is, sorted by id. */
  public static List<LintRule> rules() {
    return Stream.concat(
            ServerRules.RULES.stream(),
            Advices.ALL.stream().flatMap(advice -> advice.rules().stream()))
        .sorted(Comparator.comparing(LintRule::id))
        .toList();
  }

  /** Returns everything to say about the manifests, by file, line and column. */
  public static List<LintFinding> check(FeatureSet features, List<Manifest> manifests) {
    List<LintFinding> findings = new ArrayList<>();
    List<Subject> accepted = new ServerRules(features, manifests).accept(findings);
    Inventory inventory = new Inventory(features, accepted);
    for (Advice advice : Advices.ALL) {
      findings.addAll(advice.about(inventory));
    }
    findings.sort(
        Comparator.comparing(LintFinding::file)
            .thenComparing(LintFinding::position)
            .thenComparing(LintFinding::rule)
            .thenComparing(LintFinding::field));
    return findings;
  }
}
