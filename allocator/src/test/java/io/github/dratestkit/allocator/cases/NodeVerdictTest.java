package io.github.dratestkit.allocator.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.NodeVerdict;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One search answers for all nodes that are alike: the answers must be those of every node. */
class NodeVerdictTest {

  private static final Budget LIMIT = Budget.ofSteps(20_000);
  private static final int KINDS = 4;
  private static final int NODES = 10;

  /** Returns the slices of a random case as they would be if its node had this name. */
  private static List<ResourceSlice> slicesOf(ParsedCase given, String node) {
    List<ResourceSlice> renamed = new ArrayList<>();
    for (ResourceSlice slice : given.allSlices()) {
      if (slice.getSpec() != null
          && slice.getSpec().getPool() != null
          && "node-1".equals(slice.getSpec().getNodeName())) {
        renamed.add(
            new ResourceSliceBuilder(slice)
                .editSpec()
                .withNodeName(node)
                .editPool()
                .withName(slice.getSpec().getPool().getName() + "-" + node)
                .endPool()
                .endSpec()
                .build());
      }
    }
    return renamed;
  }

  private static Node node(ParsedCase given, String name) {
    return new NodeBuilder(given.node()).editOrNewMetadata().withName(name).endMetadata().build();
  }

  @Test
  void every_node_gets_the_verdict_that_an_attempt_on_it_would_come_to() {
    Sample.seeds(0, 400)
        .forEach(
            seed -> {
              ParsedCase asking = ParsedCase.of(RandomCase.of(seed));
              List<ResourceSlice> slices = new ArrayList<>();
              List<Node> nodes = new ArrayList<>();
              for (int i = 0; i < NODES; i++) {
                ParsedCase given = ParsedCase.of(RandomCase.of(seed + i % KINDS));
                slices.addAll(slicesOf(given, "n" + i));
                nodes.add(node(given, "n" + i));
              }
              check(seed, asking, asking.snapshot().withSlices(slices), nodes);
            });
  }

  @Test
  void shared_slices_and_devices_in_use_are_looked_at() {
    Sample.seeds(0, 400)
        .forEach(
            seed -> {
              ParsedCase asking = ParsedCase.of(RandomCase.of(seed));
              List<Node> nodes = new ArrayList<>(List.of(node(asking, "node-1")));
              for (int i = 0; i < 3; i++) {
                nodes.add(node(ParsedCase.of(RandomCase.of(seed + i)), "node-" + i));
              }
              check(seed, asking, asking.snapshot(), nodes);
            });
  }

  @Test
  void nodes_that_differ_in_unique_attributes_and_names_only_are_searched_once() {
    Fleet fleet = new Fleet(300, 2);
    List<Long> searches = new ArrayList<>();
    List<NodeVerdict> verdicts =
        Allocator.of(fleet.snapshot())
            .verdicts(
                fleet.nodes(),
                List.of(Fleet.claim(2)),
                steps -> {
                  if (steps == 1) {
                    searches.add(steps);
                  }
                  return Budget.Verdict.CONTINUE;
                });
    assertThat(verdicts).hasSize(300).contains(NodeVerdict.FITS, NodeVerdict.UNFIT);
    assertThat(searches).as("searches for 300 nodes in 100 shapes").hasSizeLessThanOrEqualTo(100);
  }

  private static void check(long seed, ParsedCase asking, Snapshot snapshot, List<Node> nodes) {
    Allocator allocator = Allocator.of(snapshot, () -> "share");
    List<NodeVerdict> expected = new ArrayList<>();
    for (Node node : nodes) {
      expected.add(verdict(allocator.allocate(node, asking.allClaims(), LIMIT)));
    }
    assertThat(allocator.verdicts(nodes, asking.allClaims(), LIMIT))
        .as("seed " + seed)
        .isEqualTo(expected);
  }

  private static NodeVerdict verdict(Outcome outcome) {
    if (outcome instanceof Outcome.Allocated) {
      return NodeVerdict.FITS;
    }
    if (outcome instanceof Outcome.Unfit) {
      return NodeVerdict.UNFIT;
    }
    if (outcome instanceof Outcome.NodeError) {
      return NodeVerdict.NODE_ERROR;
    }
    return outcome instanceof Outcome.Fatal ? NodeVerdict.FATAL : NodeVerdict.STOPPED;
  }
}
