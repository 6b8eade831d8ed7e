package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a Deployment writes into the annotations of its ReplicaSets: their revision, what it wanted
 * when it last scaled them, and its own annotations ({@code pkg/controller/deployment/util}, 1.37).
 */
final class SetRevisions {

  static final String REVISION = "deployment.kubernetes.io/revision";

  private static final String HISTORY = "deployment.kubernetes.io/revision-history";
  private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
  private static final String MOST = "deployment.kubernetes.io/max-replicas";

  private static final Set<String> NOT_PASSED_ON =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          REVISION,
          HISTORY,
          DESIRED,
          MOST,
          "deprecated.deployment.rollback.to");

  private SetRevisions() {}

  /** Returns the revision of a set, zero if it has none. */
  static long of(ReplicaSet set) {
    return number(annotations(set).get(REVISION));
  }

  /** Returns the revision that the next template gets. */
  static long next(List<ReplicaSet> old) {
    return 1 + old.stream().mapToLong(SetRevisions::of).max().orElse(0);
  }

  /** Returns sets from the lowest revision to the highest. */
  static List<ReplicaSet> lowestFirst(List<ReplicaSet> sets) {
    return sets.stream().sorted(Comparator.comparingLong(SetRevisions::of)).toList();
  }

  /** Returns the annotations of the set of a template, once it has a revision. */
  static Map<String, String> atRevision(
      long revision, Deployment deployment, Map<String, String> before) {
    Map<String, String> annotations = new LinkedHashMap<>(before);
    own(deployment)
        .forEach(
            (name, value) -> {
              if (!NOT_PASSED_ON.contains(name)) {
                annotations.put(name, value);
              }
            });
    String known = before.get(REVISION);
    if (number(known) < revision) {
      annotations.put(REVISION, String.valueOf(revision));
      if (known != null) {
        annotations.merge(HISTORY, known, (earlier, last) -> earlier + "," + last);
      }
    }
    return annotations;
  }

  /** Returns the annotations of a set that is scaled for a Deployment. */
  static Map<String, String> scaledFor(Deployment deployment, Map<String, String> before) {
    int wanted = Fenceposts.wanted(deployment);
    Map<String, String> annotations = new LinkedHashMap<>(before);
    annotations.put(DESIRED, String.valueOf(wanted));
    annotations.put(MOST, String.valueOf(wanted + Fenceposts.of(deployment).surge()));
    return annotations;
  }

  /** Says whether a set was scaled when the Deployment wanted another number of pods. */
  static boolean wasScaledForAnother(Deployment deployment, ReplicaSet set) {
    String desired = annotations(set).get(DESIRED);
    return desired != null && number(desired) != Fenceposts.wanted(deployment);
  }

  /** Returns how many pods there could be when a set was last scaled, or nothing if unknown. */
  static @Nullable Long mostBefore(ReplicaSet set) {
    String most = annotations(set).get(MOST);
    return most == null ? null : number(most);
  }

  static Map<String, String> annotations(ReplicaSet set) {
    Map<String, String> annotations = set.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  static Map<String, String> own(Deployment deployment) {
    Map<String, String> annotations = deployment.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  private static long number(@Nullable String text) {
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }
}
