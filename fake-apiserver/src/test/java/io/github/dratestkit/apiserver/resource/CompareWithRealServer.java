package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Plays scenarios to the real server and to ours and prints where they answer differently: random
 * ones, or those of a file in the form of the corpus.
 */
public final class CompareWithRealServer {

  private static final List<String> PARTS = List.of("mutations", "formats", "conversions", "rules");

  private final Replay real;
  private final Replay ours;
  private final AtomicInteger different = new AtomicInteger();
  private final Map<String, Integer> codes = new TreeMap<>();

  private CompareWithRealServer(RealCluster real, FakeApiServer ours) {
    this.real = new Replay(real.handler());
    this.ours = new Replay(ours.handler());
  }

  /**
   * Takes the gates, and a file; or a first seed and a number of scenarios, and perhaps the file of
   * those that are to be changed.
   */
  public static void main(String[] arguments) throws IOException {
    String gates = arguments[0];
    List<CorpusEntry> scenarios =
        switch (arguments.length) {
          case 2 -> file(arguments[1]);
          case 3 -> random(corpus(), arguments[1], arguments[2]);
          default -> random(file(arguments[3]), arguments[1], arguments[2]);
        };
    System.exit(different(gates, scenarios) == 0 ? 0 : 1);
  }

  private static int different(String gates, List<CorpusEntry> scenarios) {
    try (RealCluster real = CorpusServers.real(gates);
        FakeApiServer ours = CorpusServers.ours(gates)) {
      CompareWithRealServer run = new CompareWithRealServer(real, ours);
      IntStream.range(0, scenarios.size()).parallel().forEach(i -> run.compare(scenarios.get(i)));
      System.out.println(
          scenarios.size()
              + " scenarios, "
              + run.different
              + " different; last codes "
              + run.codes);
      return run.different.get();
    }
  }

  private static List<CorpusEntry> file(String name) throws IOException {
    return Files.readAllLines(Path.of(name)).stream().map(CorpusEntry::parse).toList();
  }

  private static List<CorpusEntry> corpus() {
    return PARTS.stream().flatMap(part -> CorpusEntry.of(part).stream()).toList();
  }

  private static List<CorpusEntry> random(List<CorpusEntry> bases, String first, String count) {
    RandomScenarios scenarios = new RandomScenarios(bases);
    long from = Long.parseLong(first);
    return LongStream.range(from, from + Long.parseLong(count)).mapToObj(scenarios::of).toList();
  }

  private void compare(CorpusEntry scenario) {
    List<Answer> theirs = real.play(scenario);
    String difference = Answer.difference(theirs, ours.play(scenario));
    synchronized (this) {
      codes.merge(String.valueOf(theirs.get(theirs.size() - 1).code()), 1, Integer::sum);
      if (!difference.isEmpty()) {
        different.incrementAndGet();
        System.out.println(scenario + difference + "\n  " + scenario.toLine());
      }
    }
  }
}
