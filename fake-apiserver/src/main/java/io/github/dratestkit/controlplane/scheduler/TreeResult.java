package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How every group of a tree fared. A group that was not looked at, and one that fared well under a
 * group that did not, fares as the one above it.
 */
final class TreeResult {

  /**
   * How one group fared.
   *
   * @param decidedBy the group whose result this is: itself, or one above
   */
  private record Outcome(GangAttempt attempt, GroupTree.Key decidedBy) {}

  private final GroupTree tree;
  private final Map<GroupTree.Key, Outcome> outcomes = new LinkedHashMap<>();

  /**
   * Creates the result.
   *
   * @param attempts what was tried; the outermost group is among it
   */
  TreeResult(GroupTree tree, Map<GroupTree.Key, GangAttempt> attempts) {
    this.tree = tree;
    GangAttempt root = Objects.requireNonNull(attempts.get(tree.key()), "the outermost group");
    outcomes.put(tree.key(), new Outcome(root, tree.key()));
    completeBelow(tree, attempts);
  }

  private void completeBelow(GroupTree group, Map<GroupTree.Key, GangAttempt> attempts) {
    Outcome above = outcome(group.key());
    for (GroupTree child : group.children()) {
      GangAttempt own = attempts.get(child.key());
      Outcome outcome =
          own == null || (isFeasible(own) && !isFeasible(above.attempt()))
              ? new Outcome(inheriting(above), above.decidedBy())
              : new Outcome(own, child.key());
      outcomes.put(child.key(), outcome);
      completeBelow(child, attempts);
    }
  }

  private static GangAttempt inheriting(Outcome above) {
    GangAttempt attempt = new GangAttempt();
    attempt.end(above.attempt().result());
    return attempt;
  }

  private static boolean isFeasible(GangAttempt attempt) {
    return attempt.result() instanceof Result.Feasible;
  }

  private Outcome outcome(GroupTree.Key key) {
    return Objects.requireNonNull(outcomes.get(key), "every group has an outcome");
  }

  /** Returns how the outermost group fared. */
  GangAttempt root() {
    return outcome(tree.key()).attempt();
  }

  /** Returns how a group of pods fared. */
  GangAttempt of(PodGroup leaf) {
    return outcome(GroupTree.Key.ofPods(ObjectKey.of(leaf))).attempt();
  }

  /**
   * Returns how many groups of the tree share the result of a group of pods. Upstream adds what
   * came of preemption to it once for each.
   */
  int sharing(PodGroup leaf) {
    GroupTree.Key key = outcome(GroupTree.Key.ofPods(ObjectKey.of(leaf))).decidedBy();
    return (int)
        outcomes.values().stream().filter(outcome -> outcome.decidedBy().equals(key)).count();
  }

  boolean isFeasible() {
    return isFeasible(root());
  }

  /** Returns the pods that are placed if the outermost group is. */
  List<Fate.Placed> placed() {
    return tree.leaves().stream()
        .map(this::of)
        .filter(TreeResult::isFeasible)
        .flatMap(attempt -> attempt.placed().stream())
        .toList();
  }

  /** Returns the plugins that turned any pod away. */
  Set<String> rejectors() {
    Set<String> rejectors = new LinkedHashSet<>();
    outcomes.values().forEach(outcome -> rejectors.addAll(outcome.attempt().rejectors()));
    return rejectors;
  }
}
