package io.github.dratestkit.cli.allocate;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.dratestkit.allocator.optimal.Objective;
import io.github.dratestkit.allocator.version.Compatibility;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers cases, one JSON object per line in and out, in the same order. */
public final class CaseRunner {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final KubernetesSerialization json = new KubernetesSerialization();
  private final int repeat;
  private final Compatibility compatibility;
  private final Optional<Objective> objective;

  /**
   * @param repeat how often each case is run; the fastest run is reported
   * @param compatibility whether upstream is followed where it is wrong
   * @param objective what the allocation shall be best in; otherwise it is upstream's
   */
  public CaseRunner(int repeat, Compatibility compatibility, Optional<Objective> objective) {
    this.objective = objective;
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
    Attempt attempt = new Attempt(read(line, number), compatibility, objective);
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
      given = json.unmarshal(withoutNull(line, number), AllocationCase.class);
    } catch (CaseFormatException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new CaseFormatException("line " + number + ": this is no case: " + reason(e));
    }
    if (given == null || given.node() == null || given.node().getMetadata() == null) {
      throw new CaseFormatException("line " + number + ": the case names no node");
    }
    return given;
  }

  /** A field that is null counts as absent, as the oracle reads it. */
  private static String withoutNull(String line, int number) {
    if (!line.contains("null")) {
      return line;
    }
    JsonNode given = JSON.readTree(line);
    removeNull(given, number);
    return JSON.writeValueAsString(given);
  }

  /** Nothing in a list of Kubernetes can be null, and what it should be nobody can tell. */
  private static void removeNull(JsonNode node, int number) {
    if (node instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
    for (JsonNode element : node) {
      if (element.isNull()) {
        throw new CaseFormatException("line " + number + ": a list has null in it");
      }
      removeNull(element, number);
    }
  }

  /** Names the field that cannot be read; the names of classes mean nothing to a user. */
  private static String reason(RuntimeException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    if (cause instanceof UnrecognizedPropertyException unknown) {
      return "there is no field " + unknown.getPropertyName();
    }
    if (cause instanceof MismatchedInputException wrong && !wrong.getPath().isEmpty()) {
      return "field "
          + wrong.getPathReference().replaceAll("[\\w.$]+\\[\"?|\"?\\]", "").replace("->", ".")
          + " has another type";
    }
    if (cause instanceof MismatchedInputException) {
      return "an object is expected";
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }
}
