package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.Fingerprint;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The greatest value of devices that fit together into what is left of their counters, found by
 * trying all of them, but no more than a fixed number of steps. Groups of devices that are alike,
 * such as the partitions of equal GPUs, are computed once.
 */
final class Packing {

  private static final int MOST_STEPS = 4000;
  private static final int MOST_REMEMBERED = 200_000;

  private final Map<Fingerprint, OptionalLong> known = new HashMap<>();

  /**
   * A problem: kinds of devices, side by side.
   *
   * @param values the value of one device of each kind, the greatest first
   * @param free how many devices of each kind there are
   * @param draws what one device of each kind draws of each counter
   * @param left what is left of each counter
   */
  record Problem(long[] values, int[] free, long[][] draws, long[] left) {

    private Fingerprint fingerprint() {
      Fingerprint print = Fingerprint.START.then(values.length).then(left.length);
      for (int kind = 0; kind < values.length; kind++) {
        print = print.then(values[kind]).then(free[kind]);
        for (long draw : draws[kind]) {
          print = print.then(draw);
        }
      }
      for (long amount : left) {
        print = print.then(amount);
      }
      return print;
    }
  }

  /** Returns the greatest value, or nothing if it takes too long to find. */
  OptionalLong greatest(Problem problem) {
    Fingerprint print = problem.fingerprint();
    OptionalLong answer = known.get(print);
    if (answer == null) {
      answer = new Attempt(problem).run();
      if (known.size() < MOST_REMEMBERED) {
        known.put(print, answer);
      }
    }
    return answer;
  }

  /** One walk through all selections. */
  private static final class Attempt {

    private final Problem problem;
    private final long[] left;
    private final long[] ofRest;
    private long best;
    private int steps;

    Attempt(Problem problem) {
      this.problem = problem;
      this.left = problem.left().clone();
      this.ofRest = new long[problem.values().length + 1];
      for (int kind = problem.values().length - 1; kind >= 0; kind--) {
        ofRest[kind] = ofRest[kind + 1] + problem.values()[kind] * problem.free()[kind];
      }
    }

    OptionalLong run() {
      choose(0, 0);
      return steps > MOST_STEPS ? OptionalLong.empty() : OptionalLong.of(best);
    }

    private void choose(int kind, long value) {
      steps++;
      best = Math.max(best, value);
      if (kind == problem.values().length || steps > MOST_STEPS || value + ofRest[kind] <= best) {
        return;
      }
      int fit = fitting(kind);
      for (int number = fit; number >= 0; number--) {
        take(kind, number);
        choose(kind + 1, value + number * problem.values()[kind]);
        take(kind, -number);
      }
    }

    private int fitting(int kind) {
      long fit = problem.free()[kind];
      long[] draws = problem.draws()[kind];
      for (int counter = 0; counter < draws.length; counter++) {
        if (draws[counter] > 0) {
          fit = Math.min(fit, Math.max(0, left[counter]) / draws[counter]);
        }
      }
      return (int) fit;
    }

    private void take(int kind, int number) {
      long[] draws = problem.draws()[kind];
      for (int counter = 0; counter < draws.length; counter++) {
        left[counter] -= draws[counter] * number;
      }
    }
  }
}
