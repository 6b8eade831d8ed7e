package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the pods of a Job stand. A pod that has ended is counted once: it is noted by uid, then it
 * may go, then it is counted ({@code trackJobStatusAndRemoveFinalizers}, 1.37).
 *
 * @param active pods that have neither ended nor been deleted
 * @param terminating deleted pods that have not ended
 * @param noted pods that have ended and are not counted yet
 */
record JobCounts(
    Job job,
    List<Pod> active,
    List<Pod> terminating,
    Set<String> notedSucceeded,
    Set<String> notedFailed,
    List<Pod> noted,
    TreeSet<Integer> doneIndexes) {

  static JobCounts of(Job job, List<Pod> pods) {
    UncountedTerminatedPods before =
        statusOf(job).getUncountedTerminatedPods() == null
            ? new UncountedTerminatedPods()
            : statusOf(job).getUncountedTerminatedPods();
    Set<String> succeeded = new LinkedHashSet<>(before.getSucceeded());
    Set<String> failed = new LinkedHashSet<>(before.getFailed());
    List<Pod> noted = new ArrayList<>();
    TreeSet<Integer> done = JobPods.indexes(statusOf(job).getCompletedIndexes());
    for (Pod pod : pods) {
      if (!JobPods.hasFinalizer(pod)) {
        continue;
      }
      if (OwnedPods.hasPhase(pod, "Succeeded")) {
        if (isIndexed(job) && JobPods.indexOf(pod).isPresent()) {
          // An index counts once, however many of its pods succeed.
          if (done.add(JobPods.indexOf(pod).getAsInt())) {
            succeeded.add(pod.getMetadata().getUid());
          }
        } else {
          succeeded.add(pod.getMetadata().getUid());
        }
        noted.add(pod);
      } else if (hasFailed(job, pod)) {
        failed.add(pod.getMetadata().getUid());
        noted.add(pod);
      }
    }
    return new JobCounts(
        job,
        pods.stream().filter(OwnedPods::isActive).toList(),
        pods.stream().filter(OwnedPods::isTerminating).toList(),
        succeeded,
        failed,
        noted,
        done);
  }

  int succeeded() {
    return isIndexed(job)
        ? doneIndexes.size()
        : number(statusOf(job).getSucceeded()) + notedSucceeded.size();
  }

  int failed() {
    return number(statusOf(job).getFailed()) + notedFailed.size();
  }

  int ready() {
    return (int) active.stream().filter(OwnedPods::isReady).count();
  }

  static boolean isIndexed(Job job) {
    return "Indexed".equals(job.getSpec().getCompletionMode());
  }

  static JobStatus statusOf(Job job) {
    return job.getStatus() == null ? new JobStatus() : job.getStatus();
  }

  static int number(@Nullable Integer number) {
    return number == null ? 0 : number;
  }

  /** A pod that was deleted counts as failed, unless only failed ones are replaced. */
  private static boolean hasFailed(Job job, Pod pod) {
    boolean waits = "Failed".equals(job.getSpec().getPodReplacementPolicy());
    boolean suspended = Boolean.TRUE.equals(job.getSpec().getSuspend());
    return OwnedPods.hasPhase(pod, "Failed")
        || (!waits
            && !suspended
            && pod.getMetadata().getDeletionTimestamp() != null
            && !PodClaims.hasEnded(pod));
  }
}
