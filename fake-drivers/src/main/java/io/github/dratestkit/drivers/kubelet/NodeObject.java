package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfoBuilder;
import io.github.dratestkit.apiserver.client.Writes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Registers the node of a kubelet and says that it is ready. */
final class NodeObject {

  private static final String KUBELET = "v1.37.2";

  private final KubeletConfig config;
  private final Writes api;

  NodeObject(KubeletConfig config, Writes api) {
    this.config = config;
    this.api = api;
  }

  /** Creates the node if it is not there, and writes its status unless that is so already. */
  void register(Instant time) {
    Node node = api.get(Node.class, "", config.node()).orElseGet(() -> api.create(fresh()));
    NodeStatus wanted = status(node.getStatus(), time.truncatedTo(ChronoUnit.SECONDS).toString());
    if (!wanted.equals(node.getStatus())) {
      node.setStatus(wanted);
      api.update(node, "status");
    }
  }

  private Node fresh() {
    Map<String, String> labels = new TreeMap<>(config.labels());
    labels.put("kubernetes.io/hostname", config.node());
    labels.put("kubernetes.io/os", "linux");
    labels.put("kubernetes.io/arch", "amd64");
    return new NodeBuilder()
        .withNewMetadata()
        .withName(config.node())
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private NodeStatus status(@Nullable NodeStatus current, String now) {
    NodeStatus status = new NodeStatus();
    status.setCapacity(new TreeMap<>(config.capacity()));
    status.setAllocatable(new TreeMap<>(config.capacity()));
    status.setAddresses(
        List.of(
            new NodeAddress("127.0.0.1", "InternalIP"),
            new NodeAddress(config.node(), "Hostname")));
    status.setDeclaredFeatures(new ArrayList<>(config.declaredFeatures()));
    status.setNodeInfo(
        new NodeSystemInfoBuilder()
            .withKubeletVersion(KUBELET)
            .withContainerRuntimeVersion("fake://1.0")
            .withOperatingSystem("linux")
            .withArchitecture("amd64")
            .withOsImage("DRA Testkit")
            .withKernelVersion("")
            .withMachineID("")
            .withSystemUUID("")
            .withBootID("")
            .withKubeProxyVersion("")
            .build());
    List<NodeCondition> before = current == null ? List.of() : current.getConditions();
    List<NodeCondition> conditions =
        new ArrayList<>(
            before.stream().filter(condition -> !condition.getType().equals("Ready")).toList());
    conditions.add(
        before.stream()
            .filter(condition -> condition.getType().equals("Ready"))
            .filter(condition -> condition.getStatus().equals("True"))
            .findFirst()
            .orElseGet(
                () ->
                    new NodeConditionBuilder()
                        .withType("Ready")
                        .withStatus("True")
                        .withReason("KubeletReady")
                        .withMessage("kubelet is posting ready status")
                        .withLastHeartbeatTime(now)
                        .withLastTransitionTime(now)
                        .build()));
    status.setConditions(conditions);
    return status;
  }
}
