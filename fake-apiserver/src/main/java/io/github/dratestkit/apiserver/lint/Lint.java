package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.ManifestException;
import io.github.dratestkit.apiserver.manifest.Reading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks manifests of resource.k8s.io without a server: the way into this package. Objects that the
 * server would refuse are reported with its errors and left out of the advice, and nothing is said
 * to be missing that may be in them; objects of other groups are passed over, except that
 * namespaces and nodes are known to the rules.
 */
public final class Lint {

  private Lint() {}

  private static final LintRule FILE =
      LintRule.error(
          "unreadable-file",
          "nothing in the file is checked, and the file cannot be applied",
          "make it YAML or JSON, with an object in each document");

  /** Advice that misses something, and the kind of which it must have seen every object. */
  private static final Map<String, String> NEEDS_ALL =
      Map.of(
          "incomplete-pool", "ResourceSlice",
          "unknown-counter", "ResourceSlice",
          "unused-counter", "ResourceSlice",
          "selector-never-matches", "ResourceSlice",
          "unselected-device", "DeviceClass");

  /** Returns every rule there is, sorted by id. */
  public static List<LintRule> rules() {
    return Stream.concat(
            Stream.concat(Stream.of(FILE), ServerRules.RULES.stream()),
            Advices.ALL.stream().flatMap(advice -> advice.rules().stream()))
        .sorted(Comparator.comparing(LintRule::id))
        .toList();
  }

  /** Returns everything to say about the files, those that cannot be read included. */
  public static List<LintFinding> check(FeatureSet features, Reading reading) {
    List<LintFinding> findings = new ArrayList<>(check(features, reading.manifests()));
    reading.problems().forEach(problem -> findings.add(unreadable(problem)));
    return sorted(findings);
  }

  private static LintFinding unreadable(ManifestException problem) {
    return new LintFinding(
        FILE.id(),
        FILE.severity(),
        problem.file(),
        problem.position(),
        "",
        "",
        problem.problem(),
        FILE.reason(),
        FILE.fix());
  }

  /** Returns everything to say about the manifests, by file, line and column. */
  public static List<LintFinding> check(FeatureSet features, List<Manifest> manifests) {
    List<LintFinding> findings = new ArrayList<>();
    List<Subject> accepted = new ServerRules(features, manifests).accept(findings);
    Inventory inventory = new Inventory(features, accepted);
    Set<String> missing = kindsNotAllAccepted(manifests, accepted);
    for (Advice advice : Advices.ALL) {
      advice.about(inventory).stream()
          .filter(finding -> !missing.contains(NEEDS_ALL.getOrDefault(finding.rule(), "")))
          .forEach(findings::add);
    }
    return sorted(findings);
  }

  private static Set<String> kindsNotAllAccepted(List<Manifest> manifests, List<Subject> accepted) {
    Set<Manifest> known = Collections.newSetFromMap(new IdentityHashMap<>());
    accepted.forEach(subject -> known.add(subject.manifest()));
    return manifests.stream()
        .filter(manifest -> !known.contains(manifest))
        .map(manifest -> manifest.kind().kind())
        .collect(Collectors.toSet());
  }

  private static List<LintFinding> sorted(List<LintFinding> findings) {
    findings.sort(
        Comparator.comparing(LintFinding::file)
            .thenComparing(LintFinding::position)
            .thenComparing(LintFinding::rule)
            .thenComparing(LintFinding::field));
    return findings;
  }
}
