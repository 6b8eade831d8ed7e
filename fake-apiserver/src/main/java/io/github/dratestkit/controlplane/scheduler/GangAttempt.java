package io.github.dratestkit.controlplane.scheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one attempt to place a group on a set of nodes has come to. A group of groups has no pods of
 * its own.
 */
final class GangAttempt {

  static final String UNSCHEDULABLE = "pod group is unschedulable";

  /** How a pod of the group fared. */
  sealed interface Fate {
    QueuedPod queued();

    /** It has a node if the group is placed. */
    record Placed(Attempt attempt, PodCheck check) implements Fate {
      @Override
      public QueuedPod queued() {
        return attempt.queued();
      }
    }

    /** There is no node for it. */
    record Rejected(QueuedPod queued, Diagnosis diagnosis, ClaimCycle claims) implements Fate {}
  }

  /** How the group fared. */
  sealed interface Result {
    record Feasible() implements Result {}

    /**
     * It cannot be placed.
     *
     * @param reason why, empty if there is no more to say
     * @param named whether the refusal is of the group as such, which its text then begins with
     */
    record Infeasible(String reason, boolean named) implements Result {

      /** Returns what is told of the group. */
      String message() {
        return !named ? reason : reason.isEmpty() ? UNSCHEDULABLE : UNSCHEDULABLE + ", " + reason;
      }

      /** Returns what is told of it within another text. */
      String cause() {
        return named ? UNSCHEDULABLE : reason;
      }
    }

    /**
     * Something was wrong.
     *
     * @param uid of the pod with which it was, empty if that is not known any more
     * @param own what is told of that pod
     * @param message what is told of the group and its other pods
     */
    record Failed(String uid, String own, String message) implements Result {}
  }

  private final Map<String, Fate> fates = new LinkedHashMap<>();
  private final Set<String> rejectorsElsewhere = new LinkedHashSet<>();
  private Result result = new Result.Infeasible("", true);

  void add(Fate fate) {
    fates.put(fate.queued().uid(), fate);
  }

  void end(Result newResult) {
    result = newResult;
  }

  Result result() {
    return result;
  }

  Map<String, Fate> fates() {
    return fates;
  }

  List<Fate.Placed> placed() {
    List<Fate.Placed> placed = new ArrayList<>();
    for (Fate fate : fates.values()) {
      if (fate instanceof Fate.Placed one) {
        placed.add(one);
      }
    }
    return placed;
  }

  List<Fate.Rejected> rejected() {
    List<Fate.Rejected> rejected = new ArrayList<>();
    for (Fate fate : fates.values()) {
      if (fate instanceof Fate.Rejected one) {
        rejected.add(one);
      }
    }
    return rejected;
  }

  /** Adds what turned pods away in another domain. */
  void addRejectors(Set<String> rejectors) {
    rejectorsElsewhere.addAll(rejectors);
  }

  /** Returns the plugins that turned any pod away. */
  Set<String> rejectors() {
    Set<String> rejectors = new LinkedHashSet<>(rejectorsElsewhere);
    rejected().forEach(fate -> rejectors.addAll(fate.diagnosis().rejectors()));
    return rejectors;
  }
}
