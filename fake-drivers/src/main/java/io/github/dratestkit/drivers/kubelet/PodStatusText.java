package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Writes into the status of a pod what a kubelet would, as its made-up containers come and go. */
final class PodStatusText {

  private static final String HOST = "127.0.0.1";

  private final Pod pod;
  private final PodStatus status;
  private final String now;

  /** Changes the status of {@code pod} in place. */
  PodStatusText(Pod pod, Instant time) {
    this.pod = pod;
    if (pod.getStatus() == null) {
      pod.setStatus(new PodStatus());
    }
    this.status = pod.getStatus();
    this.now = time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The kubelet has seen the pod; its containers are still to be made. */
  void waiting() {
    common("Pending");
    status.setContainerStatuses(
        containers(
            container ->
                new ContainerStateBuilder()
                    .withNewWaiting()
                    .withReason("ContainerCreating")
                    .endWaiting()
                    .build(),
            false));
    condition("PodReadyToStartContainers", false, "");
    condition("Initialized", true, "");
    condition("Ready", false, "ContainersNotReady");
    condition("ContainersReady", false, "ContainersNotReady");
  }

  /** All containers run. */
  void running(String address) {
    common("Running");
    status.setPodIP(address);
    status.setPodIPs(List.of(new PodIP(address)));
    status.setContainerStatuses(
        containers(
            container ->
                new ContainerStateBuilder()
                    .withNewRunning()
                    .withStartedAt(now)
                    .endRunning()
                    .build(),
            true));
    status.setInitContainerStatuses(initContainers());
    condition("PodReadyToStartContainers", true, "");
    condition("Initialized", true, "");
    condition("Ready", true, "");
    condition("ContainersReady", true, "");
  }

  /** All containers have ended. */
  void ended(int exitCode) {
    common(exitCode == 0 ? "Succeeded" : "Failed");
    String reason = exitCode == 0 ? "PodCompleted" : "PodFailed";
    List<ContainerStatus> before = status.getContainerStatuses();
    status.setContainerStatuses(
        containers(container -> terminated(startOf(container, before), exitCode), false));
    condition("PodReadyToStartContainers", false, "");
    condition("Initialized", true, exitCode == 0 ? reason : "");
    condition("Ready", false, reason);
    condition("ContainersReady", false, reason);
  }

  private void common(String phase) {
    status.setPhase(phase);
    status.setHostIP(HOST);
    status.setHostIPs(List.of(new HostIP(HOST)));
    status.setObservedGeneration(pod.getMetadata().getGeneration());
    if (status.getStartTime() == null) {
      status.setStartTime(now);
    }
  }

  private interface StateOf {
    ContainerState of(Container container);
  }

  private List<ContainerStatus> containers(StateOf state, boolean ready) {
    List<ContainerStatus> statuses = new ArrayList<>();
    for (Container container : pod.getSpec().getContainers()) {
      ContainerState current = state.of(container);
      statuses.add(status(container, current, ready));
    }
    return statuses;
  }

  private List<ContainerStatus> initContainers() {
    List<ContainerStatus> statuses = new ArrayList<>();
    for (Container container : pod.getSpec().getInitContainers()) {
      statuses.add(status(container, terminated(now, 0), true));
    }
    return statuses;
  }

  private ContainerStatus status(Container container, ContainerState state, boolean ready) {
    boolean made = state.getWaiting() == null;
    return new ContainerStatusBuilder()
        .withName(container.getName())
        .withImage(container.getImage())
        .withImageID(made ? "fake://" + container.getImage() : "")
        .withContainerID(
            made ? "fake://" + pod.getMetadata().getUid() + "/" + container.getName() : null)
        .withReady(ready)
        .withStarted(state.getRunning() != null)
        .withRestartCount(0)
        .withState(state)
        .build();
  }

  private ContainerState terminated(String startedAt, int exitCode) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(exitCode)
        .withReason(exitCode == 0 ? "Completed" : "Error")
        .withStartedAt(startedAt)
        .withFinishedAt(now)
        .endTerminated()
        .build();
  }

  private String startOf(Container container, List<ContainerStatus> before) {
    return before.stream()
        .filter(known -> known.getName().equals(container.getName()))
        .map(ContainerStatus::getState)
        .filter(state -> state != null && state.getRunning() != null)
        .map(state -> state.getRunning().getStartedAt())
        .findFirst()
        .orElse(now);
  }

  private void condition(String type, boolean holds, String reason) {
    List<PodCondition> conditions = new ArrayList<>(status.getConditions());
    PodCondition condition =
        conditions.stream()
            .filter(known -> known.getType().equals(type))
            .findFirst()
            .orElseGet(
                () -> {
                  PodCondition added = new PodCondition();
                  added.setType(type);
                  conditions.add(added);
                  return added;
                });
    String value = holds ? "True" : "False";
    if (!value.equals(condition.getStatus())) {
      condition.setStatus(value);
      condition.setLastTransitionTime(now);
    }
    condition.setReason(reason.isEmpty() ? null : reason);
    condition.setObservedGeneration(pod.getMetadata().getGeneration());
    status.setConditions(conditions);
  }
}
