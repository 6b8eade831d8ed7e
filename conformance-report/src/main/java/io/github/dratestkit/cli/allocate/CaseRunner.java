package io.github.dratestkit.cli.allocate;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.dratestkit.allocator.version.Compatibility;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;

/** Answers cases, one JSON object per line in and out, in the same order. */
public final class CaseRunner {

  private final KubernetesSerialization json = new KubernetesSerialization();
  private final int repeat;
  private final Compatibility compatibility;

  /**
   * @param repeat how often each case is run; the fastest run is reported
   * @param compatibility whether upstream is followed where it is wrong
   */
  public CaseRunner(int repeat, Compatibility compatibility) {
    this.repeat = repeat;
    this.compatibility = compatibility;
  }

  /**
   * Answers every case.
   *
   * @throws CaseFormatException if a case cannot be read; the cases before it have been answered
   */
  public void run(Reader cases, PrintWriter answers) throws IOException {
    BufferedReader lines = new BufferedReader(cases, 1 << 16);
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank()) {
        answers.println(json.asJson(answer(line, number)));
        answers.flush();
      }
    }
  }

  /**
   * Answers one case.
   *
   * @param line the case as JSON
   * @param number its line, for messages
   * @throws CaseFormatException if it cannot be read
   */
  public AllocationAnswer answer(String line, int number) {
    Attempt attempt = new Attempt(read(line, number), compatibility);
    AllocationAnswer answer = attempt.run();
    long fastest = answer.nanoseconds();
    for (int i = 1; i < repeat && !answer.outcome().equals("timeout"); i++) {
      fastest = Math.min(fastest, attempt.run().nanoseconds());
    }
    return answer.withNanoseconds(fastest);
  }

  private AllocationCase read(String line, int number) {
    AllocationCase given;
    try {
      given = json.unmarshal(line, AllocationCase.class);
    } catch (RuntimeException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new CaseFormatException("line " + number + ": this is no case: " + reason);
    }
    if (given == null || given.node() == null || given.node().getMetadata() == null) {
      throw new CaseFormatException("line " + number + ": the case names no node");
    }
    return given;
  }
}
