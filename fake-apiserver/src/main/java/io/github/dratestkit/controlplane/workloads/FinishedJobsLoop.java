package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Instant;
import java.util.Optional;

/** Deletes jobs that have been finished for as long as they ask (ttlSecondsAfterFinished). */
public final class FinishedJobsLoop extends ReconcilingLoop<ObjectKey> {

  private final Timers timers;
  private final Informer<Job> jobs;

  /** Creates the loop. */
  public FinishedJobsLoop(ApiAccess access, Timers timers) {
    super("ttl-after-finished-controller", access, timers);
    this.timers = timers;
    this.jobs = inform(Job.class, this::changed);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    jobs.get(key).ifPresent(this::deleteIfDue);
  }

  private void changed(Change<Job> change) {
    queue().add(ObjectKey.of(change.object()));
  }

  private void deleteIfDue(Job job) {
    Optional<Instant> due = dueTime(job);
    if (due.isEmpty()) {
      return;
    }
    if (due.get().isAfter(timers.instant())) {
      queue().addAt(ObjectKey.of(job), due.get());
      return;
    }
    writes()
        .delete(
            Job.class,
            job.getMetadata().getNamespace(),
            job.getMetadata().getName(),
            new DeleteOptionsBuilder()
                .withPropagationPolicy("Foreground")
                .withNewPreconditions()
                .withUid(job.getMetadata().getUid())
                .endPreconditions()
                .build());
  }

  private static Optional<Instant> dueTime(Job job) {
    if (job.getSpec().getTtlSecondsAfterFinished() == null
        || job.getStatus() == null
        || job.getMetadata().getDeletionTimestamp() != null) {
      return Optional.empty();
    }
    return job.getStatus().getConditions().stream()
        .filter(condition -> "True".equals(condition.getStatus()))
        .filter(
            condition ->
                condition.getType().equals("Complete") || condition.getType().equals("Failed"))
        .map(JobCondition::getLastTransitionTime)
        .map(Instant::parse)
        .map(finished -> finished.plusSeconds(job.getSpec().getTtlSecondsAfterFinished()))
        .findFirst();
  }
}
