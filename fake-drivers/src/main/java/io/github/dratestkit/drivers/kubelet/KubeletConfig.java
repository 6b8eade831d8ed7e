package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Quantity;
import io.github.dratestkit.apiserver.connect.ContainerLogs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a kubelet must know before it starts.
 *
 * @param node the name of its node
 * @param directory what is {@code /var/lib/kubelet} on a real node: sockets and checkpoint
 * @param capacity the node's cpu, memory and pods, all of it allocatable
 * @param labels labels of the node beside those that every node has
 * @param declaredFeatures what the node says it can do, in {@code status.declaredFeatures}
 * @param patience how long, in real time, a step waits for a driver's answer before the kubelet
 *     turns to other work; it makes steps repeatable where drivers answer, and is no limit for them
 * @param logs where containers write
 */
public record KubeletConfig(
    String node,
    Path directory,
    Map<String, Quantity> capacity,
    Map<String, String> labels,
    List<String> declaredFeatures,
    Duration patience,
    ContainerLogs logs) {

  public KubeletConfig {
    capacity = Map.copyOf(capacity);
    labels = Map.copyOf(labels);
    declaredFeatures = List.copyOf(declaredFeatures);
  }

  /**
   * Returns the configuration of a node with 64 cpus, 256Gi of memory and as much storage, and room
   * for 110 pods.
   */
  public static KubeletConfig of(String node, Path directory) {
    Map<String, Quantity> capacity = new LinkedHashMap<>();
    capacity.put("cpu", new Quantity("64"));
    capacity.put("memory", new Quantity("256Gi"));
    capacity.put("ephemeral-storage", new Quantity("256Gi"));
    capacity.put("pods", new Quantity("110"));
    return new KubeletConfig(
        node, directory, capacity, Map.of(), List.of(), Duration.ofSeconds(2), new ContainerLogs());
  }

  /** Returns the same with another capacity. */
  public KubeletConfig withCapacity(Map<String, Quantity> other) {
    return new KubeletConfig(node, directory, other, labels, declaredFeatures, patience, logs);
  }

  /** Returns the same with other labels. */
  public KubeletConfig withLabels(Map<String, String> other) {
    return new KubeletConfig(node, directory, capacity, other, declaredFeatures, patience, logs);
  }

  /** Returns the same with other declared features. */
  public KubeletConfig withDeclaredFeatures(List<String> other) {
    return new KubeletConfig(node, directory, capacity, labels, other, patience, logs);
  }

  /** Returns the same with another patience. */
  public KubeletConfig withPatience(Duration other) {
    return new KubeletConfig(node, directory, capacity, labels, declaredFeatures, other, logs);
  }

  /** Returns the same with containers that write elsewhere. */
  public KubeletConfig withLogs(ContainerLogs other) {
    return new KubeletConfig(node, directory, capacity, labels, declaredFeatures, patience, other);
  }

  Path cdi() {
    return directory.resolve("cdi");
  }

  Path registry() {
    return directory.resolve("plugins_registry");
  }

  Path checkpoint() {
    return directory.resolve("dra_manager_state");
  }
}
