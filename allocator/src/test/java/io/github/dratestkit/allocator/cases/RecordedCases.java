package io.github.dratestkit.allocator.cases;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;

/** Upstream's answers to random cases, kept as one line of text for each seed. */
final class RecordedCases {

  private static final int LONG_SEARCH = 20_000;
  private static final int ASKED = 12;
  private static final int ASKED_IN_DOUBT = 100;

  private RecordedCases() {}

  /** Returns upstream's answer for each recorded seed. */
  static Map<Long, String> read(CaseSource source) throws IOException {
    Map<Long, String> answers = new TreeMap<>();
    InputStream file = RecordedCases.class.getResourceAsStream(source.recorded());
    if (file == null) {
      throw new IOException(source.recorded() + " is missing: record it with RecordedCases");
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int space = line.indexOf(' ');
        answers.put(Long.valueOf(line.substring(0, space)), line.substring(space + 1));
      }
    }
    return answers;
  }

  /** Takes the folder to write to, the source, the first seed and the number of cases to record. */
  public static void main(String[] arguments) throws IOException {
    CaseSource source = CaseSource.valueOf(arguments[1].toUpperCase(Locale.ROOT));
    long seed = Long.parseLong(arguments[2]);
    int number = Integer.parseInt(arguments[3]);
    Oracle oracle = Oracle.start();
    try (OutputStream file = Files.newOutputStream(Path.of(arguments[0] + source.recorded()));
        PrintStream lines =
            new PrintStream(new GZIPOutputStream(file), false, StandardCharsets.UTF_8)) {
      lines.println(
          "oracle, Kubernetes 1.37.2; gates in each case; RecordedCases FOLDER SOURCE SEED COUNT");
      for (int recorded = 0; recorded < number; seed++) {
        Map<String, Object> given = source.of(seed);
        JsonNode answer = oracle.ask(given);
        if (answer == null) {
          oracle.close();
          oracle = Oracle.start();
          continue;
        }
        Answer upstream = Answer.upstream(answer);
        if (!upstream.outcome().equals("timeout")
            && upstream.steps() < LONG_SEARCH
            && isCertain(given, upstream, oracle)) {
          lines.println(seed + " " + upstream);
          recorded++;
        }
      }
    }
    oracle.close();
  }

  private static boolean agreesWithOurs(Map<String, Object> given, Answer answer) {
    ParsedCase parsed = ParsedCase.of(given);
    Answer ours = Answer.ours(parsed, Allocator::withoutPruning, Budget.ofSteps(3L * LONG_SEARCH));
    return ours.toString().equals(answer.toString());
  }

  /** Says whether upstream, asked again and again, sometimes gives another answer. */
  static boolean contradictsItself(Map<String, Object> given, Answer answer, Oracle oracle) {
    for (int i = 0; i < ASKED_IN_DOUBT; i++) {
      JsonNode again = oracle.ask(given);
      if (again == null || !Answer.upstream(again).toString().equals(answer.toString())) {
        return true;
      }
    }
    return false;
  }

  /**
   * The stable implementation walks through pools in random order and through slices as they are
   * listed: some of its answers are by chance, and those are not recorded.
   */
  private static boolean isCertain(Map<String, Object> given, Answer answer, Oracle oracle) {
    if (!"stable".equals(given.get("implementation"))) {
      return agreesWithOurs(given, answer) || !contradictsItself(given, answer, oracle);
    }
    for (int i = 0; i < ASKED; i++) {
      Collections.rotate((List<?>) given.get("slices"), 1);
      JsonNode again = oracle.ask(given);
      if (again == null || !again.get("outcome").asString().equals(answer.outcome())) {
        return false;
      }
    }
    return true;
  }
}
