package io.github.dratestkit.controlplane.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeFiltersTest {

  private final ResourceFit fit = new ResourceFit(name -> false);

  @Test
  void a_cordoned_node_takes_only_pods_that_tolerate_it() {
    NodeInfo node =
        info(new NodeBuilder(node()).editSpec().withUnschedulable(true).endSpec().build());

    assertThat(NodeFilters.unschedulable(pod(), PodDemand.of(pod()), node))
        .isEqualTo(
            Verdict.rejected("NodeUnschedulable", Remedy.NONE, "node(s) were unschedulable"));
    Pod tolerant =
        new PodBuilder(pod())
            .editSpec()
            .addNewToleration()
            .withKey("node.kubernetes.io/unschedulable")
            .withOperator("Exists")
            .endToleration()
            .endSpec()
            .build();
    assertThat(NodeFilters.unschedulable(tolerant, PodDemand.of(tolerant), node))
        .isEqualTo(Verdict.FITS);
  }

  @Test
  void a_taint_that_only_prefers_keeps_nobody_away() {
    Node tainted =
        new NodeBuilder(node())
            .editSpec()
            .addNewTaint("PreferNoSchedule", "k", null, "v")
            .endSpec()
            .build();

    assertThat(NodeFilters.taints(pod(), PodDemand.of(pod()), info(tainted)))
        .isEqualTo(Verdict.FITS);
  }

  @Test
  void a_node_selector_must_match_entirely() {
    Pod pod =
        new PodBuilder(pod())
            .editSpec()
            .withNodeSelector(Map.of("zone", "a", "rack", "r"))
            .endSpec()
            .build();

    assertThat(NodeFilters.affinity(pod, PodDemand.of(pod), info(node())))
        .isEqualTo(
            Verdict.rejected(
                "NodeAffinity", Remedy.NONE, "node(s) didn't match Pod's node affinity/selector"));
  }

  @Test
  void more_cpu_than_the_node_ever_has_cannot_be_made_by_preemption() {
    Pod large = requesting("5");

    assertThat(fit.check(large, PodDemand.of(large), info(node())))
        .isEqualTo(Verdict.rejected("NodeResourcesFit", Remedy.NONE, "Insufficient cpu"));
  }

  @Test
  void cpu_that_others_use_can_be_made_free() {
    NodeInfo node = info(node());
    node.add(requesting("3"), PodDemand.of(requesting("3")));
    Pod next = requesting("1500m");

    assertThat(fit.check(next, PodDemand.of(next), node))
        .isEqualTo(Verdict.rejected("NodeResourcesFit", Remedy.PREEMPTION, "Insufficient cpu"));
  }

  @Test
  void a_node_that_says_nothing_of_pods_takes_none() {
    NodeInfo node = info(new NodeBuilder().withNewMetadata().withName("n").endMetadata().build());

    Verdict verdict = fit.check(pod(), PodDemand.of(pod()), node);

    assertThat(((Rejected) verdict).reasons()).containsExactly("Too many pods");
  }

  @Test
  void init_containers_count_only_where_they_need_more() {
    Pod pod =
        new PodBuilder(requesting("1"))
            .editSpec()
            .addNewInitContainer()
            .withName("init")
            .withNewResources()
            .withRequests(Map.of("cpu", new Quantity("2")))
            .endResources()
            .endInitContainer()
            .addNewInitContainer()
            .withName("sidecar")
            .withRestartPolicy("Always")
            .withNewResources()
            .withRequests(Map.of("cpu", new Quantity("500m")))
            .endResources()
            .endInitContainer()
            .endSpec()
            .build();

    assertThat(PodDemand.of(pod).requests().get("cpu")).isEqualTo(2000);
  }

  private static NodeInfo info(Node node) {
    return new NodeInfo(node);
  }

  private static Node node() {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("n")
        .withLabels(Map.of("zone", "a"))
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .withAllocatable(
            Map.of(
                "cpu",
                new Quantity("4"),
                "memory",
                new Quantity("4Gi"),
                "pods",
                new Quantity("10")))
        .endStatus()
        .build();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("p")
        .withNamespace("default")
        .withUid("uid-p")
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private static Pod requesting(String cpu) {
    return new PodBuilder(pod())
        .editSpec()
        .addNewContainer()
        .withName("c")
        .withNewResources()
        .withRequests(Map.of("cpu", new Quantity(cpu)))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }
}
