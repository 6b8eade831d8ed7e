package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A recorded scenario: requests that follow each other, and what the real server answered.
 *
 * @param before what a server of 1.37 with every gate on was asked before, answers not recorded
 */
record CorpusEntry(String id, String test, JsonNode steps, JsonNode before, JsonNode answers) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /** Makes an entry about which nothing was asked before. */
  CorpusEntry(String id, String test, JsonNode steps, JsonNode answers) {
    this(id, test, steps, MissingNode.getInstance(), answers);
  }

  /** Returns all entries of one part of the corpus. */
  static List<CorpusEntry> of(String part) {
    return resource("/upstream/corpus/" + part + ".jsonl.gz");
  }

  /** Returns all entries about an older version of Kubernetes. */
  static List<CorpusEntry> of(KubernetesVersion version) {
    return resource("/upstream/versions/" + version + ".jsonl.gz");
  }

  /** Returns the cases in which a genuine old server answers otherwise than its emulation. */
  static List<CorpusEntry> ofGenuine(String version) {
    String name = "/upstream/versions/genuine-" + version + ".jsonl";
    try (InputStream file = Objects.requireNonNull(CorpusEntry.class.getResourceAsStream(name));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return lines.lines().map(CorpusEntry::parse).toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static List<CorpusEntry> resource(String name) {
    try (InputStream file = Objects.requireNonNull(CorpusEntry.class.getResourceAsStream(name));
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      return lines.lines().map(CorpusEntry::parse).toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  static CorpusEntry parse(String line) {
    JsonNode entry = JSON.readTree(line);
    return new CorpusEntry(
        entry.path("id").asString(),
        entry.path("test").asString(""),
        entry.path("steps"),
        entry.path("before"),
        entry.path("answers"));
  }

  /**
   * Returns the answers for one of {@link CorpusServers#GATES}, of which those that are like the
   * ones of the setting before are not kept, or for a setting of an older version.
   */
  JsonNode answers(String gates) {
    if (answers.has(gates)) {
      return answers.path(gates);
    }
    int place = CorpusServers.GATES.indexOf(gates);
    while (place > 0 && !answers.has(CorpusServers.GATES.get(place))) {
      place--;
    }
    return answers.path(CorpusServers.GATES.get(place));
  }

  /** Returns what the real server answered, step by step. */
  List<Answer> recorded(String gates) {
    List<Answer> recorded = new ArrayList<>();
    answers(gates).forEach(answer -> recorded.add(Answer.recorded(answer)));
    return recorded;
  }

  /** Returns this entry with what a server has answered. */
  CorpusEntry answered(String setting, List<Answer> given) {
    ObjectNode all = answers instanceof ObjectNode kept ? kept.deepCopy() : JSON.createObjectNode();
    ArrayNode list = all.putArray(setting);
    given.forEach(answer -> list.add(answer.toJson()));
    return new CorpusEntry(id, test, steps, before, all);
  }

  /** Returns the entry as a line of the corpus. */
  String toLine() {
    ObjectNode line = JSON.createObjectNode().put("id", id).put("test", test);
    line.set("steps", steps);
    if (!before.isMissingNode()) {
      line.set("before", before);
    }
    line.set("answers", answers);
    return JSON.writeValueAsString(line);
  }

  @Override
  public String toString() {
    return id + " [" + test + "]";
  }
}
