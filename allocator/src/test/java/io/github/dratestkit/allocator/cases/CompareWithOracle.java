package io.github.dratestkit.allocator.cases;

import com.google.common.base.Throwables;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.audit.Violation;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares our answers with the oracle's on any number of random cases: device by device, by class
 * of outcome and, without pruning, step by step. Prints every difference, made as small as it gets.
 */
public final class CompareWithOracle {

  private static final Budget LIMIT = Budget.ofSteps(3_000_000);

  private static final int SHOWN = 8;
  private static final int STABLE_ORDERS = 100;

  private Oracle oracle = Oracle.start();
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private int different;
  private int doubtful;

  private final CaseSource source;

  private CompareWithOracle(CaseSource source) {
    this.source = source;
  }

  /** Takes the first seed, the number of cases, and which are drawn: random or odd. */
  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    int number = Integer.parseInt(arguments[1]);
    CaseSource source = CaseSource.valueOf(arguments[2].toUpperCase(Locale.ROOT));
    System.exit(new CompareWithOracle(source).run(first, number) ? 0 : 1);
  }

  private boolean run(long first, int number) {
    for (long seed = first; seed < first + number; seed++) {
      Map<String, Object> given = source.of(seed);
      @Nullable Answer theirs = ask(given);
      count(theirs);
      String difference = difference(given, theirs);
      if (difference != null && isStable(given)) {
        difference = differenceInEveryOrder(given);
      } else if (difference != null
          && theirs != null
          && RecordedCases.contradictsItself(given, theirs, oracle)) {
        doubtful++;
        difference = null;
      }
      if (difference != null) {
        different++;
        report(seed, given, difference);
      }
    }
    oracle.close();
    System.out.println(
        number
            + " cases, "
            + different
            + " different, in "
            + doubtful
            + " upstream contradicts itself; outcomes "
            + outcomes);
    return different == 0;
  }

  /**
   * The stable implementation walks through pools in an order that depends on chance and on the
   * order in which they are listed, and through slices as they are listed; ours is one of the
   * orders that are possible.
   */
  private @Nullable String differenceInEveryOrder(Map<String, Object> given) {
    Map<String, Object> listed = Shrinker.copyOf(given);
    @SuppressWarnings("unchecked")
    List<Object> slices = (List<Object>) listed.get("slices");
    Draw draw = new Draw(1);
    String difference = "";
    for (int i = 0; i < STABLE_ORDERS && difference != null; i++) {
      List<String> pools =
          draw.shuffled(slices.stream().map(CompareWithOracle::poolOf).distinct().toList());
      slices.sort(
          Comparator.comparing((Object slice) -> pools.indexOf(poolOf(slice)))
              .thenComparing(CompareWithOracle::nameOf));
      difference = difference(listed, ask(listed));
    }
    return difference;
  }

  private static String poolOf(Object slice) {
    Object spec = ((Map<?, ?>) slice).get("spec");
    return spec instanceof Map<?, ?> map ? map.get("driver") + "/" + map.get("pool") : "";
  }

  private static String nameOf(Object slice) {
    Object metadata = ((Map<?, ?>) slice).get("metadata");
    return metadata instanceof Map<?, ?> map ? String.valueOf(map.get("name")) : "";
  }

  private static boolean isStable(Map<String, Object> given) {
    return AllocatorVariant.STABLE.channel().equals(given.get("implementation"));
  }

  private void count(@Nullable Answer theirs) {
    outcomes.merge(theirs == null ? "crash" : theirs.outcome(), 1, Integer::sum);
  }

  private @Nullable Answer ask(Map<String, Object> given) {
    JsonNode answer = oracle.ask(given);
    if (answer == null) {
      oracle.close();
      oracle = Oracle.start();
      return null;
    }
    return Answer.upstream(answer);
  }

  /** Returns what differs, or null if nothing does or upstream gave no answer. */
  private static @Nullable String difference(Map<String, Object> given, @Nullable Answer theirs) {
    if (theirs == null || theirs.outcome().equals("timeout")) {
      return null;
    }
    try {
      return difference(ParsedCase.of(given), theirs);
    } catch (RuntimeException e) {
      return "an exception escapes: " + Throwables.getStackTraceAsString(e);
    }
  }

  private static @Nullable String difference(ParsedCase parsed, Answer theirs) {
    Answer exhaustive = Answer.ours(parsed, Allocator::withoutPruning, LIMIT);
    Answer pruned = Answer.ours(parsed, Allocator::withPruningAtOnce, LIMIT);
    boolean ordered = parsed.variant() != AllocatorVariant.STABLE;
    String theirDecision = ordered ? theirs.decision() : theirs.outcome();
    if (!theirDecision.equals(ordered ? exhaustive.decision() : exhaustive.outcome())) {
      return "ours   "
          + exhaustive
          + " "
          + exhaustive.detail()
          + "\ntheirs "
          + theirs
          + " "
          + theirs.detail();
    }
    if (ordered && exhaustive.steps() != theirs.steps()) {
      return "steps: ours " + exhaustive.steps() + ", theirs " + theirs.steps();
    }
    String broken = audit(parsed, exhaustive);
    if (broken != null) {
      return broken;
    }
    if (!exhaustive.decision().equals(pruned.decision())) {
      return "pruned "
          + pruned
          + " "
          + pruned.detail()
          + "\nwhole  "
          + exhaustive
          + " "
          + exhaustive.detail();
    }
    return null;
  }

  private static @Nullable String audit(ParsedCase parsed, Answer answer) {
    if (!answer.outcome().equals("allocated")) {
      return null;
    }
    Outcome outcome =
        Allocator.of(parsed.snapshot()).allocate(parsed.node(), parsed.allClaims(), LIMIT);
    List<Violation> violations =
        outcome instanceof Outcome.Allocated allocated
            ? Audited.violations(parsed, allocated.results())
            : List.of();
    return violations.isEmpty() ? null : "audit " + violations;
  }

  private void report(long seed, Map<String, Object> given, String difference) {
    System.out.println("seed " + seed + ": " + difference);
    if (different > SHOWN) {
      return;
    }
    Map<String, Object> small =
        new Shrinker(
                smaller -> {
                  String still = smaller.get("node") == null ? null : differenceOf(smaller);
                  return still != null && kindOf(still).equals(kindOf(difference));
                })
            .shrink(given);
    System.out.println(differenceOf(small));
    System.out.println(ParsedCase.JSON.writeValueAsString(small));
    System.out.println();
  }

  private @Nullable String differenceOf(Map<String, Object> given) {
    return difference(given, ask(given));
  }

  /** Smaller cases must differ in the same way. */
  private static String kindOf(String difference) {
    int first = difference.startsWith("an exception") ? 100 : 10;
    return difference.substring(0, Math.min(first, difference.length()));
  }
}
