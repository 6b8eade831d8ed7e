package io.github.dratestkit.allocator.cases;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One attempt on growing cases, with the snapshot built anew and with it at hand. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AttemptBenchmark {

  @Param({"plain", "too-many", "match-far", "pairs", "partitions", "torus", "bandwidth", "choices"})
  public String family = "plain";

  private ParsedCase given = ParsedCase.of(GrowingCases.plain(128, 32));
  private Snapshot snapshot = given.snapshot();

  @Setup
  public void choose() {
    Map<String, Object> drawn =
        switch (family) {
          case "too-many" -> GrowingCases.tooMany(24);
          case "match-far" -> GrowingCases.matchFar(16);
          case "pairs" -> GrowingCases.pairs(16);
          case "partitions" -> GrowingCases.partitions(2, "1g.10gb", 15);
          case "torus" -> GrowingCases.torus(4, 2, 9);
          case "bandwidth" -> GrowingCases.bandwidth(4, 17, "10G");
          case "choices" -> GrowingCases.choices(7, 8);
          default -> GrowingCases.plain(128, 32);
        };
    given = ParsedCase.of(drawn);
    snapshot = given.snapshot();
  }

  @Benchmark
  public Outcome withNewSnapshot() {
    return allocate(given.snapshot());
  }

  @Benchmark
  public Outcome withSnapshotAtHand() {
    return allocate(snapshot);
  }

  private Outcome allocate(Snapshot from) {
    return Allocator.of(from, () -> "share")
        .allocate(given.node(), given.allClaims(), Budget.UNLIMITED);
  }
}
