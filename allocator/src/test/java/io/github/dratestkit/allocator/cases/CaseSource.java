package io.github.dratestkit.allocator.cases;

import java.util.Map;
import java.util.function.LongFunction;

/** Where cases are drawn, and where upstream's answers to them are kept. */
enum CaseSource {
  /** Sensible cases over all features, some of them distorted. */
  RANDOM(RandomCase::of, "/upstream/random-cases.txt.gz"),
  /** Cases at the edges, each about few subjects. */
  ODD(OddCase::of, "/upstream/odd-cases.txt.gz");

  private final LongFunction<Map<String, Object>> drawn;
  private final String recorded;

  CaseSource(LongFunction<Map<String, Object>> drawn, String recorded) {
    this.drawn = drawn;
    this.recorded = recorded;
  }

  /** Returns the case of this seed as JSON values. */
  Map<String, Object> of(long seed) {
    return drawn.apply(seed);
  }

  /** Returns the name of the resource with the recorded answers. */
  String recorded() {
    return recorded;
  }
}
