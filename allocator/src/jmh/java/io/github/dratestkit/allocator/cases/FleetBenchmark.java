package io.github.dratestkit.allocator.cases;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.NodeVerdict;
import io.github.dratestkit.allocator.Snapshot;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A fleet of 5,000 nodes with 8 devices each, in 100 shapes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FleetBenchmark {

  private static final int NODES = 5000;

  private final Fleet fleet = new Fleet(NODES, 8);
  private final Snapshot snapshot = fleet.snapshot();
  private final ResourceSlice before = fleet.slice(7, 1);
  private final ResourceSlice after = fleet.slice(7, 2);

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
    return Allocator.of(snapshot, () -> "share")
        .verdicts(fleet.nodes(), List.of(Fleet.claim(8)), Budget.UNLIMITED);
  }
}
