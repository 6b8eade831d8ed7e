package io.github.dratestkit.allocator.cases;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.NodeVerdict;
import io.github.dratestkit.allocator.Snapshot;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;

/** A fleet of 5,000 nodes with 8 devices each, in 100 shapes. */
public class FleetBenchmark extends Timing {

  private static final int NODES = 5000;

  private final Fleet fleet = new Fleet(NODES, 8);
  private final Snapshot snapshot = fleet.snapshot();
  private final Snapshot used = halfInUse();
  private final ResourceSlice before = fleet.slices().get(7);
  private final ResourceSlice after = fleet.slice(7, 2);
  private Snapshot growing = snapshot;
  private ResourceSlice newest = before;
  private int version = 2;

  private Snapshot halfInUse() {
    Allocator allocator = Allocator.of(snapshot);
    List<Node> everySecond = fleet.nodes().stream().filter(FleetBenchmark::isOdd).toList();
    return snapshot.withAllocated(
        everySecond.stream()
            .map(node -> Audited.allocated(allocator, node, Fleet.claim(4)))
            .flatMap(List::stream)
            .toList());
  }

  private static boolean isOdd(Node node) {
    return node.getMetadata().getName().hashCode() % 2 == 0;
  }

  @Benchmark
  public Snapshot build() {
    return fleet.snapshot();
  }

  @Benchmark
  public Snapshot updateByOneSlice() {
    return snapshot.withSlice(after, before);
  }

  @Benchmark
  public List<NodeVerdict> verdictOnEveryNode() {
    return verdicts(snapshot, Fleet.claim(8));
  }

  /** The slice differs from all before it, as that of a driver that publishes again. */
  @Benchmark
  public List<NodeVerdict> updateAndVerdictOnEveryNode() {
    ResourceSlice next = fleet.slice(7, ++version);
    growing = growing.withSlice(next, newest);
    newest = next;
    return verdicts(growing, Fleet.claim(8));
  }

  @Benchmark
  public List<NodeVerdict> verdictWithSelector() {
    return verdicts(snapshot, Fleet.claim(4, Fleet.attribute("model") + " == \"a100\""));
  }

  @Benchmark
  public List<NodeVerdict> verdictOnOneNumaNode() {
    return verdicts(snapshot, Fleet.claimOnOne("numa", 5));
  }

  @Benchmark
  public List<NodeVerdict> verdictWithHalfInUse() {
    return verdicts(used, Fleet.claim(4));
  }

  private List<NodeVerdict> verdicts(Snapshot from, ResourceClaim claim) {
    return Allocator.of(from).verdicts(fleet.nodes(), List.of(claim), Budget.UNLIMITED);
  }
}
