package io.github.dratestkit.allocator.cases;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** One attempt on growing cases, with the snapshot built anew and with it at hand. */
public class AttemptBenchmark extends Timing {

  /** Which case is attempted; each name is a line along which cases grow. */
  public enum Family {
    PLAIN(GrowingCases.plain(128, 32)),
    TOO_MANY(GrowingCases.tooMany(24)),
    MATCH_FAR(GrowingCases.matchFar(16)),
    PAIRS(GrowingCases.pairs(16)),
    PARTITIONS(GrowingCases.partitions(2, "1g.10gb", 15)),
    TORUS(GrowingCases.torus(4, 2, 9)),
    BANDWIDTH(GrowingCases.bandwidth(4, 17, "10G")),
    CHOICES(GrowingCases.choices(7, 8));

    private final Map<String, Object> given;

    Family(Map<String, Object> given) {
      this.given = given;
    }
  }

  @Param public Family family = Family.PLAIN;

  private ParsedCase given = ParsedCase.of(family.given);
  private Snapshot snapshot = given.snapshot();

  @Setup
  public void choose() {
    given = ParsedCase.of(family.given);
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
    return Allocator.of(from).allocate(given.node(), given.allClaims(), Budget.UNLIMITED);
  }
}
