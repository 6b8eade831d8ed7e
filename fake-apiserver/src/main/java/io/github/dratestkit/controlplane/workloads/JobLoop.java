package io.github.dratestkit.controlplane.workloads;

import static io.github.dratestkit.controlplane.workloads.JobCounts.number;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.EventRecorder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Job controller: as many pods at a time as wanted, indexed where wanted, until enough have
 * succeeded, too many have failed or it has taken too long. Policies for single failures and
 * indexes are not looked at, and failed pods are replaced without a pause. Source: {@code
 * pkg/controller/job}, 1.37.
 */
public final class JobLoop extends PodWorkloadLoop<Job> {

  private static final String CONTROLLER = "kubernetes.io/job-controller";
  private static final int DEFAULT_BACKOFF_LIMIT = 6;
  private static final String SUSPENDED = "Suspended";

  /** Creates the loop. */
  public JobLoop(ApiAccess access, Timers timers) {
    super("job-controller", Job.class, access, timers);
  }

  @Override
  LabelSelector selectorOf(Job job) {
    return job.getSpec().getSelector();
  }

  @Override
  void withoutWorkload(Pod pod) {
    letGo(pod);
  }

  @Override
  boolean isLeftBehind(Pod pod) {
    return JobPods.hasFinalizer(pod);
  }

  @Override
  void sync(Job job, List<Pod> pods) {
    if (isManagedElsewhere(job)) {
      return;
    }
    if (job.getMetadata().getDeletionTimestamp() != null || JobEnd.isOver(job)) {
      pods.forEach(this::letGo);
      return;
    }
    if (!isUpToDate(job)) {
      return;
    }
    JobCounts counts = JobCounts.of(job, pods);
    Optional<JobEnd> end = endOf(job, counts);
    List<Pod> active = counts.active();
    if (end.isPresent() || isSuspended(job)) {
      active.forEach(pod -> delete(job, pod));
      active = List.of();
    } else {
      active = run(job, counts);
    }
    count(job, counts, active, end);
  }

  private static boolean isManagedElsewhere(Job job) {
    String manager = job.getSpec().getManagedBy();
    return manager != null && !manager.equals(CONTROLLER);
  }

  private Optional<JobEnd> endOf(Job job, JobCounts counts) {
    Optional<JobEnd> begun = JobEnd.begun(JobCounts.statusOf(job).getConditions());
    if (begun.isPresent()) {
      return begun;
    }
    Integer limit = job.getSpec().getBackoffLimit();
    if (counts.failed() > (limit == null ? DEFAULT_BACKOFF_LIMIT : limit)) {
      return Optional.of(JobEnd.TOO_MANY_FAILURES);
    }
    if (isLate(job)) {
      return Optional.of(JobEnd.TOO_LONG);
    }
    Integer completions = job.getSpec().getCompletions();
    boolean complete =
        !isSuspended(job)
            && counts.active().isEmpty()
            && (completions == null ? counts.succeeded() > 0 : counts.succeeded() >= completions);
    return complete ? Optional.of(JobEnd.COMPLETE) : Optional.empty();
  }

  private boolean isLate(Job job) {
    Long seconds = job.getSpec().getActiveDeadlineSeconds();
    String start = JobCounts.statusOf(job).getStartTime();
    if (seconds == null || isSuspended(job)) {
      return false;
    }
    Instant began = start == null ? now() : Instant.parse(start);
    Instant end = began.plusSeconds(seconds);
    if (end.isAfter(now())) {
      lookAgain(job, Duration.between(now(), end));
      return false;
    }
    return true;
  }

  /** Makes or deletes pods, and returns those that are active then. */
  private List<Pod> run(Job job, JobCounts counts) {
    List<Pod> active = new ArrayList<>(counts.active());
    int parallel = job.getSpec().getParallelism() == null ? 1 : job.getSpec().getParallelism();
    Integer completions = job.getSpec().getCompletions();
    int wanted =
        completions != null
            ? Math.min(parallel, completions - counts.succeeded())
            : counts.succeeded() > 0 ? Math.min(parallel, active.size()) : parallel;
    List<Pod> surplus =
        OwnedPods.leastWorthFirst(active).stream()
            .limit(Math.max(0, active.size() - Math.max(0, wanted)))
            .toList();
    surplus.forEach(pod -> delete(job, pod));
    active.removeAll(surplus);
    boolean waits = "Failed".equals(job.getSpec().getPodReplacementPolicy());
    int room = wanted - active.size() - (waits ? counts.terminating().size() : 0);
    List<OptionalInt> places = JobCounts.isIndexed(job) ? freeIndexes(job, counts) : List.of();
    for (int i = 0; i < room; i++) {
      if (!JobCounts.isIndexed(job)) {
        active.add(create(job, JobPods.podFor(job, OptionalInt.empty())));
      } else if (i < places.size()) {
        active.add(create(job, JobPods.podFor(job, places.get(i))));
      }
    }
    return active;
  }

  private static List<OptionalInt> freeIndexes(Job job, JobCounts counts) {
    Set<Integer> taken = new TreeSet<>(counts.doneIndexes());
    counts.active().forEach(pod -> JobPods.indexOf(pod).ifPresent(taken::add));
    List<OptionalInt> free = new ArrayList<>();
    for (int index = 0; index < number(job.getSpec().getCompletions()); index++) {
      if (!taken.contains(index)) {
        free.add(OptionalInt.of(index));
      }
    }
    return free;
  }

  private void count(Job job, JobCounts counts, List<Pod> active, Optional<JobEnd> end) {
    JobStatus status = new JobStatusBuilder(JobCounts.statusOf(job)).build();
    status.setActive(orNull(active.size()));
    status.setReady((int) active.stream().filter(OwnedPods::isReady).count());
    status.setTerminating(
        counts.terminating().size() + counts.active().size() - remaining(counts, active));
    status.setConditions(conditions(job, status.getConditions(), end));
    status.setStartTime(startTime(job, status.getStartTime()));
    if (JobCounts.isIndexed(job)) {
      status.setCompletedIndexes(orNull(JobPods.text(counts.doneIndexes())));
    }
    Job written = job;
    if (!counts.noted().isEmpty()) {
      // What is noted before the pods may go is counted by whoever comes after a crash.
      status.setUncountedTerminatedPods(
          new UncountedTerminatedPods(
              List.copyOf(counts.notedFailed()), List.copyOf(counts.notedSucceeded())));
      written = write(job, status);
      counts.noted().forEach(this::letGo);
      status = new JobStatusBuilder(JobCounts.statusOf(written)).build();
    }
    status.setUncountedTerminatedPods(new UncountedTerminatedPods());
    status.setSucceeded(orNull(counts.succeeded()));
    status.setFailed(orNull(counts.failed()));
    if (end.isPresent() && status.getTerminating() == 0 && status.getReady() == 0) {
      finish(job, status, end.get());
    }
    write(written, status);
  }

  private static int remaining(JobCounts counts, List<Pod> active) {
    Set<String> uids =
        active.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    return (int)
        counts.active().stream().filter(pod -> uids.contains(pod.getMetadata().getUid())).count();
  }

  private void finish(Job job, JobStatus status, JobEnd end) {
    List<JobCondition> conditions = new ArrayList<>(status.getConditions());
    conditions.add(end.last(now()));
    status.setConditions(conditions);
    if (end.isFailure()) {
      recorder().record(job, EventRecorder.Type.WARNING, end.reason(), end.message());
    } else {
      status.setCompletionTime(now().truncatedTo(ChronoUnit.SECONDS).toString());
      recorder().record(job, EventRecorder.Type.NORMAL, "Completed", "Job completed");
    }
  }

  private List<JobCondition> conditions(Job job, List<JobCondition> before, Optional<JobEnd> end) {
    List<JobCondition> conditions = new ArrayList<>(before);
    if (end.isPresent() && JobEnd.begun(before).isEmpty()) {
      conditions.add(end.get().first(now()));
    }
    Optional<JobCondition> suspended =
        before.stream().filter(condition -> condition.getType().equals(SUSPENDED)).findFirst();
    boolean told = suspended.filter(condition -> "True".equals(condition.getStatus())).isPresent();
    if (end.isPresent() || told == isSuspended(job)) {
      return conditions;
    }
    String reason = isSuspended(job) ? "JobSuspended" : "JobResumed";
    String message = isSuspended(job) ? "Job suspended" : "Job resumed";
    JobCondition next =
        JobEnd.condition(SUSPENDED, isSuspended(job) ? "True" : "False", reason, message, now());
    suspended.ifPresentOrElse(
        known -> conditions.set(conditions.indexOf(known), next), () -> conditions.add(next));
    recorder()
        .record(job, EventRecorder.Type.NORMAL, isSuspended(job) ? SUSPENDED : "Resumed", message);
    return conditions;
  }

  private @Nullable String startTime(Job job, @Nullable String before) {
    if (isSuspended(job)) {
      return null;
    }
    return before == null ? now().truncatedTo(ChronoUnit.SECONDS).toString() : before;
  }

  private Job write(Job job, JobStatus status) {
    if (status.equals(job.getStatus())) {
      return job;
    }
    Job written = writes().update(new JobBuilder(job).withStatus(status).build(), "status");
    workloads().assume(written);
    return written;
  }

  private void letGo(Pod pod) {
    if (!JobPods.hasFinalizer(pod)) {
      return;
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = body.putObject("metadata").put("uid", pod.getMetadata().getUid());
    ArrayNode gone = metadata.putArray("$deleteFromPrimitiveList/finalizers");
    gone.add(JobPods.FINALIZER);
    try {
      writes()
          .patch(
              Pod.class,
              pod.getMetadata().getNamespace(),
              pod.getMetadata().getName(),
              "",
              new Patch.Strategic(body.toString()));
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }

  private static boolean isSuspended(Job job) {
    return Boolean.TRUE.equals(job.getSpec().getSuspend());
  }

  /** Counts of zero are left out, as Go leaves them out. */
  private static @Nullable Integer orNull(int count) {
    return count == 0 ? null : count;
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
