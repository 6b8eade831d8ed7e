package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.apiserver.connect.ContainerLogs;
import io.github.dratestkit.drivers.cdi.CdiDirectory;
import io.github.dratestkit.drivers.cdi.CdiException;
import io.github.dratestkit.drivers.cdi.ContainerEdits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a container writes when it starts: its environment as a shell's {@code export} prints it,
 * then the device files and the mounts that its claims brought, one a line. The usual examples of
 * drivers have containers that do just this, so that their devices are read with kubectl logs.
 */
final class ContainerOutput {

  private final ContainerLogs logs;
  private final CdiDirectory cdi;

  ContainerOutput(ContainerLogs logs, CdiDirectory cdi) {
    this.logs = logs;
    this.cdi = cdi;
  }

  /**
   * Writes what a container says when it starts.
   *
   * @param devices the CDI ids with which it runs
   */
  void start(Pod pod, Container container, List<String> devices, Instant now) {
    String uid = pod.getMetadata().getUid();
    logs.start(uid, container.getName());
    lines(pod, container, devices).forEach(line -> logs.write(uid, container.getName(), now, line));
  }

  /** Notes that the containers of a pod have ended. */
  void end(String podUid, Iterable<String> containers) {
    containers.forEach(container -> logs.end(podUid, container));
  }

  /** Forgets a pod that is gone. */
  void forget(String podUid) {
    logs.forget(podUid);
  }

  private List<String> lines(Pod pod, Container container, List<String> devices) {
    List<String> lines = new ArrayList<>();
    ContainerEdits edits = ContainerEdits.NONE;
    try {
      edits = cdi.resolve(devices);
    } catch (CdiException unknown) {
      lines.add(String.valueOf(unknown.getMessage()));
    }
    environment(pod, container, edits)
        .forEach((name, value) -> lines.add("declare -x " + name + "=\"" + value + "\""));
    edits.deviceNodes().forEach(path -> lines.add("device " + path));
    edits.mounts().forEach(mount -> lines.add("mount " + mount));
    return lines;
  }

  private static Map<String, String> environment(
      Pod pod, Container container, ContainerEdits edits) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("HOME", "/root");
    environment.put("HOSTNAME", pod.getMetadata().getName());
    environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    for (EnvVar variable : container.getEnv()) {
      environment.put(variable.getName(), value(pod, variable));
    }
    for (String entry : edits.environment()) {
      int sign = entry.indexOf('=');
      environment.put(entry.substring(0, sign), entry.substring(sign + 1));
    }
    return environment;
  }

  // What secrets and config maps hold is not looked up.
  private static String value(Pod pod, EnvVar variable) {
    if (variable.getValueFrom() == null || variable.getValueFrom().getFieldRef() == null) {
      return variable.getValue() == null ? "" : variable.getValue();
    }
    return switch (variable.getValueFrom().getFieldRef().getFieldPath()) {
      case "metadata.name" -> pod.getMetadata().getName();
      case "metadata.namespace" -> pod.getMetadata().getNamespace();
      case "metadata.uid" -> pod.getMetadata().getUid();
      case "spec.nodeName" -> pod.getSpec().getNodeName();
      default -> "";
    };
  }
}
