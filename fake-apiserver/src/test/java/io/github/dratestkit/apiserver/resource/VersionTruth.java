package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * Asks the real server, as it emulates older versions, about the scenarios of {@code
 * src/it/versions}: to record its answers, or to ask again about a random part of them.
 */
public final class VersionTruth {

  private static final List<String> KEYS = List.of("default", "on", "plain");

  private final KubernetesVersion version;
  private final List<CorpusEntry> entries;

  private VersionTruth(KubernetesVersion version, List<CorpusEntry> entries) {
    this.version = version;
    this.entries = entries;
  }

  /**
   * Takes {@code record VERSION SCENARIOS OUT}, or {@code check VERSION SEED PART} which prints
   * every difference.
   */
  public static void main(String[] arguments) throws IOException {
    KubernetesVersion version = KubernetesVersion.parse(arguments[1]);
    if (arguments[0].equals("record")) {
      List<CorpusEntry> scenarios =
          Files.readAllLines(Path.of(arguments[2])).stream().map(CorpusEntry::parse).toList();
      write(new VersionTruth(version, scenarios).recorded(), Path.of(arguments[3]));
      return;
    }
    Random random = new Random(Long.parseLong(arguments[2]));
    double part = Double.parseDouble(arguments[3]);
    List<CorpusEntry> chosen =
        CorpusEntry.of(version).stream().filter(entry -> random.nextDouble() < part).toList();
    System.exit(new VersionTruth(version, chosen).agrees() ? 0 : 1);
  }

  private List<CorpusEntry> recorded() throws IOException {
    List<CorpusEntry> all = entries;
    for (String key : KEYS) {
      Map<String, List<Answer>> answers =
          play(key, entry -> !key.equals("plain") || entry.id().startsWith("served-"));
      all =
          all.stream()
              .map(
                  entry ->
                      answers.containsKey(entry.id())
                          ? entry.answered(key, answers.get(entry.id()))
                          : entry)
              .toList();
    }
    return all;
  }

  private boolean agrees() throws IOException {
    int asked = 0;
    int different = 0;
    for (String key : KEYS) {
      Map<String, List<Answer>> answers = play(key, entry -> entry.answers().has(key));
      for (CorpusEntry entry : entries) {
        if (answers.containsKey(entry.id())) {
          asked += entry.steps().size();
          String difference = Answer.difference(entry.recorded(key), answers.get(entry.id()));
          if (!difference.isEmpty()) {
            different++;
            System.out.println(key + ": " + entry + difference);
          }
        }
      }
    }
    System.out.printf("%s: %d requests asked again, %d differ%n", version, asked, different);
    return different == 0;
  }

  /** Plays scenarios on what 1.37 with every gate on has left behind. */
  private Map<String, List<Answer>> play(String key, Predicate<CorpusEntry> concerned)
      throws IOException {
    List<CorpusEntry> chosen = entries.stream().filter(concerned).toList();
    Path folder = Files.createTempDirectory("realcluster");
    RealCluster newest = CorpusServers.real("all", folder);
    CorpusServers.playBefore(new Replay(newest.handler()), chosen);
    newest.stop();
    Files.delete(folder.resolve("kubeconfig"));
    try (RealCluster older = CorpusServers.real(version + "-" + key, folder)) {
      return answers(new Replay(older.handler(), WatchReader.UNTIL_ENDED), chosen);
    }
  }

  // Scenarios about one name follow each other, others run side by side.
  private static Map<String, List<Answer>> answers(Replay replay, List<CorpusEntry> chosen) {
    Map<String, List<CorpusEntry>> byName =
        chosen.stream()
            .collect(
                Collectors.groupingBy(
                    entry ->
                        entry
                            .steps()
                            .path(0)
                            .path("body")
                            .path("metadata")
                            .path("name")
                            .asString(""),
                    LinkedHashMap::new,
                    Collectors.toList()));
    Map<String, List<Answer>> answers = new ConcurrentHashMap<>();
    new ArrayList<>(byName.values())
        .parallelStream()
            .forEach(group -> group.forEach(entry -> answers.put(entry.id(), replay.play(entry))));
    return answers;
  }

  private static void write(List<CorpusEntry> entries, Path file) throws IOException {
    try (BufferedWriter lines =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
      for (CorpusEntry entry : entries) {
        lines.write(entry.toLine() + "\n");
      }
    }
  }
}
