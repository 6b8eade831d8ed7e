package io.github.dratestkit.apiserver.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Asks the real server a random twentieth of the recorded scenarios again. */
public final class AskAgain {

  private static final int SHARE = 20;
  private static final List<String> PARTS =
      List.of("mutations", "formats", "conversions", "protocol", "rules", "random");

  private AskAgain() {}

  /** Takes the seed that chooses the scenarios. */
  public static void main(String[] arguments) {
    Random random = new Random(Long.parseLong(arguments[0]));
    List<CorpusEntry> chosen = new ArrayList<>();
    for (String part : PARTS) {
      for (CorpusEntry entry : CorpusEntry.of(part)) {
        if (random.nextInt(SHARE) == 0) {
          chosen.add(entry);
        }
      }
    }
    int different = 0;
    for (String gates : CorpusServers.GATES) {
      try (RealCluster real = CorpusServers.real(gates)) {
        Replay replay = new Replay(real.handler());
        for (CorpusEntry entry : chosen) {
          different += isDifferent(entry, gates, replay) ? 1 : 0;
        }
      }
    }
    System.out.println(chosen.size() + " scenarios asked again, " + different + " answers differ");
    System.exit(different == 0 ? 0 : 1);
  }

  // The first parts were recorded under two settings only.
  private static boolean isDifferent(CorpusEntry entry, String gates, Replay replay) {
    boolean recorded = !gates.equals("off") || entry.id().matches("(rule|random)-.*");
    if (!recorded) {
      return false;
    }
    String difference = Answer.difference(entry.recorded(gates), replay.play(entry));
    if (!difference.isEmpty()) {
      System.out.println(entry + ", gates " + gates + difference);
    }
    return !difference.isEmpty();
  }
}
