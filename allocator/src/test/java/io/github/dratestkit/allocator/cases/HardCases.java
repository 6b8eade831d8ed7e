package io.github.dratestkit.allocator.cases;

import io.github.dratestkit.allocator.Budget;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Looks for cases that take us long among any number of hard ones, and compares the answers with
 * the oracle's where it has one within half a second. Prints each that is slow or different.
 */
public final class HardCases {

  private static final long LIMIT_NANOSECONDS = 10_000_000_000L;
  private static final double SLOW_MILLISECONDS = 200;

  private HardCases() {}

  /** Takes the first seed, the number of cases and the start of their names. */
  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    int number = Integer.parseInt(arguments[1]);
    String family = arguments.length > 2 ? arguments[2] : "";
    int slow = 0;
    int different = 0;
    int unanswered = 0;
    try (Oracle oracle = Oracle.start()) {
      for (long seed = first; seed < first + number; seed++) {
        Map<String, Object> given = HardCase.of(seed);
        String id = String.valueOf(given.get("id"));
        if (!id.startsWith(family)) {
          continue;
        }
        ParsedCase parsed = ParsedCase.of(given);
        long start = System.nanoTime();
        Answer ours =
            Answer.ours(
                parsed,
                allocator -> allocator,
                steps ->
                    System.nanoTime() - start > LIMIT_NANOSECONDS
                        ? Budget.Verdict.EXPIRED
                        : Budget.Verdict.CONTINUE);
        double milliseconds = (System.nanoTime() - start) / 1e6;
        JsonNode theirs = oracle.ask(given);
        Answer upstream = theirs == null ? null : Answer.upstream(theirs);
        boolean answered = upstream != null && !upstream.outcome().equals("timeout");
        unanswered += answered ? 0 : 1;
        if (answered && !upstream.decision().equals(ours.decision())) {
          different++;
          System.out.println(id + ": ours " + ours + "\n  theirs " + upstream);
        }
        if (milliseconds > SLOW_MILLISECONDS) {
          slow++;
          System.out.printf(
              Locale.ROOT,
              "%s: %.0f ms, %s, %d steps; upstream %s%n",
              id,
              milliseconds,
              ours.outcome(),
              ours.steps(),
              upstream == null ? "crash" : upstream.outcome());
        }
      }
    }
    System.out.println(
        number
            + " cases, "
            + slow
            + " slow, "
            + different
            + " different, "
            + unanswered
            + " without upstream's answer");
  }
}
