package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A small Job controller: as many pods at a time as wanted, indexed where wanted, until enough have
 * succeeded or too many have failed.
 */
public final class JobLoop extends ReconcilingLoop<ObjectKey> {

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";
  private static final int DEFAULT_BACKOFF_LIMIT = 6;

  private final Timers timers;
  private final Informer<Job> jobs;
  private final Index<Pod, String> podsByOwner = new Index<>(OwnedPods::ownersOf);
  private final Expectations expectations = new Expectations();

  /** Creates the loop. */
  public JobLoop(ApiAccess access, Timers timers) {
    super("job-controller", access, timers);
    this.timers = timers;
    inform(Pod.class, this::podChanged);
    this.jobs = inform(Job.class, change -> queue().add(ObjectKey.of(change.object())));
  }

  @Override
  protected void reconcile(ObjectKey key) {
    jobs.get(key)
        .filter(job -> job.getMetadata().getDeletionTimestamp() == null)
        .filter(job -> !isFinished(job))
        .ifPresent(this::sync);
  }

  private void sync(Job job) {
    if (!expectations.areMet(job.getMetadata().getUid())) {
      return;
    }
    List<Pod> pods = List.copyOf(podsByOwner.under(job.getMetadata().getUid()));
    List<Pod> active = pods.stream().filter(OwnedPods::isActive).toList();
    long succeeded = pods.stream().filter(pod -> OwnedPods.hasPhase(pod, "Succeeded")).count();
    long failed = pods.stream().filter(pod -> OwnedPods.hasPhase(pod, "Failed")).count();
    boolean broken = failed > number(job.getSpec().getBackoffLimit(), DEFAULT_BACKOFF_LIMIT);
    boolean complete = succeeded >= completions(job, succeeded, active.size());
    if (broken || complete || Boolean.TRUE.equals(job.getSpec().getSuspend())) {
      active.forEach(pod -> OwnedPods.delete(writes(), pod));
    } else {
      start(job, pods, active, succeeded);
    }
    tell(job, active, succeeded, failed, broken ? "Failed" : complete ? "Complete" : "");
  }

  private void start(Job job, List<Pod> pods, List<Pod> active, long succeeded) {
    long missing = completions(job, succeeded, active.size()) - succeeded;
    long room = Math.min(number(job.getSpec().getParallelism(), 1), missing) - active.size();
    List<Integer> free = isIndexed(job) ? freeIndexes(job, pods) : List.of();
    for (int i = 0; i < room; i++) {
      if (isIndexed(job) && i >= free.size()) {
        return;
      }
      create(job, isIndexed(job) ? free.get(i) : null);
    }
  }

  private void create(Job job, @Nullable Integer index) {
    String name = job.getMetadata().getName();
    var builder =
        OwnedPods.from(job.getSpec().getTemplate(), job)
            .editMetadata()
            .withGenerateName(index == null ? name + "-" : name + "-" + index + "-");
    if (index != null) {
      builder.addToAnnotations(INDEX, index.toString()).addToLabels(INDEX, index.toString());
    }
    Pod created = writes().create(builder.endMetadata().build());
    expectations.expectCreation(job.getMetadata().getUid(), created.getMetadata().getUid());
  }

  private List<Integer> freeIndexes(Job job, List<Pod> pods) {
    Set<String> taken =
        pods.stream()
            .filter(pod -> !OwnedPods.hasPhase(pod, "Failed"))
            .filter(pod -> pod.getMetadata().getAnnotations() != null)
            .map(pod -> pod.getMetadata().getAnnotations().get(INDEX))
            .collect(Collectors.toCollection(HashSet::new));
    List<Integer> free = new ArrayList<>();
    for (int i = 0; i < number(job.getSpec().getCompletions(), 1); i++) {
      if (!taken.contains(String.valueOf(i))) {
        free.add(i);
      }
    }
    return free;
  }

  private void tell(Job job, List<Pod> running, long succeeded, long failed, String end) {
    int active = running.size();
    int ready = (int) running.stream().filter(OwnedPods::isReady).count();
    JobStatus before = job.getStatus() == null ? new JobStatus() : job.getStatus();
    if (number(before.getActive(), 0) == active
        && number(before.getReady(), 0) == ready
        && number(before.getSucceeded(), 0) == succeeded
        && number(before.getFailed(), 0) == failed
        && before.getStartTime() != null
        && end.isEmpty()) {
      return;
    }
    String now = timers.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    JobStatus status = new JobStatus();
    status.setActive(end.isEmpty() ? active : 0);
    status.setReady(end.isEmpty() ? ready : 0);
    status.setSucceeded((int) succeeded);
    status.setFailed((int) failed);
    status.setStartTime(before.getStartTime() == null ? now : before.getStartTime());
    if (!end.isEmpty()) {
      JobCondition condition = new JobCondition();
      condition.setType(end);
      condition.setStatus("True");
      condition.setLastProbeTime(now);
      condition.setLastTransitionTime(now);
      status.setConditions(List.of(condition));
      status.setCompletionTime(end.equals("Complete") ? now : null);
    }
    jobs.assume(writes().update(new JobBuilder(job).withStatus(status).build(), "status"));
  }

  private void podChanged(Change<Pod> change) {
    podsByOwner.apply(change);
    PodClaims.controllerOf(change.object())
        .filter(owner -> owner.getKind().equals("Job"))
        .ifPresent(
            owner -> {
              expectations.seen(owner.getUid(), change.object().getMetadata().getUid());
              queue()
                  .add(ObjectKey.of(change.object().getMetadata().getNamespace(), owner.getName()));
            });
  }

  private static boolean isFinished(Job job) {
    return job.getStatus() != null
        && job.getStatus().getConditions().stream()
            .filter(condition -> "True".equals(condition.getStatus()))
            .anyMatch(
                condition ->
                    condition.getType().equals("Complete") || condition.getType().equals("Failed"));
  }

  private static boolean isIndexed(Job job) {
    return "Indexed".equals(job.getSpec().getCompletionMode());
  }

  /** Without a number of completions one success is enough, and then no new pod is started. */
  private static long completions(Job job, long succeeded, int active) {
    if (job.getSpec().getCompletions() != null) {
      return job.getSpec().getCompletions();
    }
    return succeeded > 0 ? succeeded + active : number(job.getSpec().getParallelism(), 1);
  }

  private static int number(@Nullable Integer number, int otherwise) {
    return number == null ? otherwise : number;
  }
}
