package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PreconditionsBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.WorkQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Brings every pod of the node to where it should be, one step at a time: prepare its claims, start
 * its containers, stop them, unprepare, report, and finish its deletion. Claims are unprepared
 * before the end is reported, because whoever hears of the end may give the devices to others.
 */
final class PodWorkers {

  /** When the kubelet tries again after a failure ({@code pkg/kubelet/kubelet.go}: 10 s). */
  static final Duration RETRY = Duration.ofSeconds(10);

  private enum Stage {
    WAITING,
    PREPARING,
    RUNNING,
    STOPPING,
    STOPPED
  }

  private static final class Worker {
    private Stage stage = Stage.WAITING;
    private boolean reported;
    private int exitCode;
    private Map<String, List<String>> containers = Map.of();
  }

  private final Writes api;
  private final Timers timers;
  private final Preparations claims;
  private final WorkQueue<Work> queue;
  private final Inbox inbox;
  private final ContainerOutput output;
  private final EventRecorder events;
  private final Map<String, Worker> workers = new HashMap<>();
  private int addresses = 1;

  PodWorkers(
      Writes api,
      Timers timers,
      Preparations claims,
      WorkQueue<Work> queue,
      Inbox inbox,
      ContainerOutput output) {
    this.output = output;
    this.api = api;
    this.timers = timers;
    this.claims = claims;
    this.queue = queue;
    this.inbox = inbox;
    this.events = EventRecorder.core(api, timers, "kubelet");
  }

  /** Returns the CDI ids with which a container runs, or none if it does not run. */
  Optional<List<String>> cdiDevices(String podUid, String container) {
    return Optional.ofNullable(workers.get(podUid))
        .filter(worker -> worker.stage == Stage.RUNNING)
        .flatMap(worker -> Optional.ofNullable(worker.containers.get(container)));
  }

  /** Does the next step for a pod that is there. */
  void sync(Work.OfPod work, Pod pod) {
    Worker worker = workers.computeIfAbsent(work.uid(), uid -> adopt(pod));
    switch (worker.stage) {
      case WAITING -> {
        if (isLeaving(pod)) {
          stop(work, worker);
        } else {
          prepare(work, worker, pod);
        }
      }
      case RUNNING -> {
        if (isLeaving(pod)) {
          stop(work, worker);
        }
      }
      case STOPPED -> finish(worker, pod);
      case PREPARING, STOPPING -> {
        // A driver is being asked; its answer brings the pod back here.
      }
    }
  }

  /** Does the next step for a pod that has gone without waiting for its kubelet. */
  void forget(Work.OfPod work) {
    Worker worker = workers.get(work.uid());
    if (worker == null || worker.stage == Stage.STOPPED) {
      output.forget(work.uid());
      workers.remove(work.uid());
    } else if (worker.stage == Stage.WAITING || worker.stage == Stage.RUNNING) {
      stop(work, worker);
    }
  }

  /** Unprepares what a pod has left that nobody knows any more. */
  void release(String podUid) {
    claims.unprepare(podUid, new Ignored());
  }

  /** A pod that ran under the kubelet before runs on; one that ended has ended. */
  private Worker adopt(Pod pod) {
    Worker worker = new Worker();
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    if (PodClaims.hasEnded(pod)) {
      worker.stage = claims.holds(pod.getMetadata().getUid()) ? Stage.RUNNING : Stage.STOPPED;
      worker.reported = true;
      worker.exitCode = "Failed".equals(phase) ? 1 : 0;
    } else if ("Running".equals(phase)) {
      run(pod, worker);
      worker.reported = true;
    }
    return worker;
  }

  private void prepare(Work.OfPod work, Worker worker, Pod pod) {
    if (!worker.reported) {
      report(pod, status -> new PodStatusText(status, timers.instant()).waiting());
      worker.reported = true;
    }
    worker.stage = Stage.PREPARING;
    claims.prepare(
        pod,
        new Outcome() {
          @Override
          public void done() {
            start(work, worker, pod);
          }

          @Override
          public void failed(String reason) {
            worker.stage = Stage.WAITING;
            events.record(
                pod,
                EventRecorder.Type.WARNING,
                "FailedPrepareDynamicResources",
                "Failed to prepare dynamic resources: prepare dynamic resources: " + reason);
            retry(work);
          }
        });
  }

  private void start(Work.OfPod work, Worker worker, Pod pod) {
    run(pod, worker);
    RunPlan plan = RunPlan.of(pod);
    plan.runFor()
        .ifPresent(
            time ->
                timers.at(
                    timers.instant().plus(time),
                    () -> inbox.put(() -> exit(work, worker, plan.exitCode()))));
    String address = "10.88.0." + addresses++;
    try {
      report(pod, status -> new PodStatusText(status, timers.instant()).running(address));
    } catch (ApiException refused) {
      worker.stage = Stage.WAITING;
      retry(work);
      return;
    }
    queue.add(work);
  }

  private void run(Pod pod, Worker worker) {
    Map<String, List<String>> devices = new LinkedHashMap<>();
    List<Container> containers = new ArrayList<>(pod.getSpec().getInitContainers());
    containers.addAll(pod.getSpec().getContainers());
    for (Container container : containers) {
      List<String> own = claims.cdiDevices(pod, container);
      devices.put(container.getName(), own);
      output.start(pod, container, own, timers.instant());
    }
    output.end(
        pod.getMetadata().getUid(),
        pod.getSpec().getInitContainers().stream().map(Container::getName).toList());
    worker.containers = devices;
    worker.stage = Stage.RUNNING;
  }

  private void exit(Work.OfPod work, Worker worker, int exitCode) {
    if (worker.stage == Stage.RUNNING) {
      worker.exitCode = exitCode;
      stop(work, worker);
    }
  }

  private void stop(Work.OfPod work, Worker worker) {
    Stage before = worker.stage;
    worker.stage = Stage.STOPPING;
    claims.unprepare(
        work.uid(),
        new Outcome() {
          @Override
          public void done() {
            worker.stage = Stage.STOPPED;
            output.end(work.uid(), worker.containers.keySet());
            worker.reported = false;
            queue.add(work);
          }

          @Override
          public void failed(String reason) {
            worker.stage = before;
            retry(work);
          }
        });
  }

  private void finish(Worker worker, Pod pod) {
    if (!worker.reported && !PodClaims.hasEnded(pod)) {
      report(pod, status -> new PodStatusText(status, timers.instant()).ended(worker.exitCode));
    }
    worker.reported = true;
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      delete(pod);
    }
  }

  private void delete(Pod pod) {
    try {
      api.delete(
          Pod.class,
          pod.getMetadata().getNamespace(),
          pod.getMetadata().getName(),
          new DeleteOptionsBuilder()
              .withGracePeriodSeconds(0L)
              .withPreconditions(
                  new PreconditionsBuilder().withUid(pod.getMetadata().getUid()).build())
              .build());
    } catch (ApiException refused) {
      // Gone already, or another pod has its name.
      if (!refused.isNotFound() && !refused.isConflict()) {
        throw refused;
      }
    }
  }

  /** Changes the pod's status as it is now; others write there too. */
  private void report(Pod pod, Consumer<Pod> change) {
    Optional<Pod> live =
        api.get(Pod.class, pod.getMetadata().getNamespace(), pod.getMetadata().getName())
            .filter(now -> now.getMetadata().getUid().equals(pod.getMetadata().getUid()));
    if (live.isEmpty()) {
      return;
    }
    PodStatus before = Serialization.clone(live.get().getStatus());
    change.accept(live.get());
    if (!live.get().getStatus().equals(before)) {
      api.update(live.get(), "status");
    }
  }

  private void retry(Work.OfPod work) {
    queue.addAfter(work, RETRY);
  }

  private static boolean isLeaving(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null || PodClaims.hasEnded(pod);
  }

  /** For what is tried again anyway. */
  private static final class Ignored implements Outcome {
    @Override
    public void done() {}

    @Override
    public void failed(String reason) {}
  }
}
