package io.github.dratestkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * {@code docs/kinds.md}: every kind that is served, what is filled in, how far it is validated and
 * its columns, all taken from the server itself and from what the real one answered when one field
 * of a valid object was changed ({@code src/it/record/kinds}).
 */
class KindsDocumentTest {

  private static final Path DOCUMENT = Path.of("..", "docs", "kinds.md");
  private static final String TABLE =
      "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

  /** Kinds outside the corpus of changed fields that have one of their own. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "PodGroup.scheduling.k8s.io", "full (`CorpusTest`)",
          "Workload.scheduling.k8s.io", "full (`CorpusTest`)");

  @Test
  void the_table_of_kinds_says_what_the_server_does() throws IOException {
    String document = document();
    if (Boolean.getBoolean("kinds.write")) {
      Files.writeString(DOCUMENT, document);
    }

    assertThat(Files.readString(DOCUMENT))
        .as(
            "docs/kinds.md; if fewer recorded answers are met than it says, a rule was lost;"
                + " otherwise write it anew with -Dtest=KindsDocumentTest -Dkinds.write=true")
        .isEqualTo(document);
  }

  private static String document() throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    try (KindsCorpus corpus = KindsCorpus.open()) {
      corpus.differences();
      Map<String, Served> kinds = kinds(corpus);
      int met = 0;
      int asked = 0;
      for (int[] count : corpus.counts().values()) {
        asked += count[0];
        met += count[0] - count[1];
      }
      text.append("Of ")
          .append(asked)
          .append(" recorded answers about changed fields ")
          .append(met)
          .append(" are met, and of ")
          .append(unseen())
          .append(".\n\n| kind | versions | validated | columns |\n|---|---|---|---|\n");
      kinds.forEach(
          (name, kind) ->
              text.append("| ")
                  .append(name)
                  .append(" | ")
                  .append(String.join(", ", kind.versions()))
                  .append(" | ")
                  .append(validated(name, corpus.counts()))
                  .append(" | ")
                  .append(kind.columns())
                  .append(" |\n"));
      text.append("\n## What is filled in\n\nFields that the server adds to a valid object.\n\n");
      corpus
          .filledIn()
          .forEach(
              (name, fields) ->
                  text.append("- **")
                      .append(name)
                      .append("**: ")
                      .append(fields.isEmpty() ? "nothing" : String.join(", ", fields))
                      .append('\n'));
    }
    return text.toString();
  }

  private static String unseen() throws IOException {
    try (KindsCorpus corpus = KindsCorpus.unseen()) {
      int different = corpus.differences().size();
      int asked = corpus.counts().values().stream().mapToInt(count -> count[0]).sum();
      return asked
          + " about one or two changes at a time that were drawn by chance "
          + (asked - different);
    }
  }

  private static String validated(String name, Map<String, int[]> counts) {
    if (name.endsWith(".resource.k8s.io")) {
      return "full (`CorpusTest`)";
    }
    int[] count = counts.get(name);
    if (count == null) {
      return ELSEWHERE.getOrDefault(name, "none");
    }
    int met = count[0] - count[1];
    String depth =
        met == count[0]
            ? "full"
            : count[0] - met <= count[0] / 20 ? "nearly full" : "structure and immutability";
    return depth + " (" + met + " of " + count[0] + ")";
  }

  private record Served(TreeSet<String> versions, String columns) {}

  private static Map<String, Served> kinds(KindsCorpus corpus) {
    Map<String, Served> kinds = new TreeMap<>();
    List<String> paths = new ArrayList<>(List.of("/api/v1"));
    for (JsonNode group : corpus.get("/apis", "application/json").path("groups")) {
      for (JsonNode version : group.path("versions")) {
        paths.add("/apis/" + version.path("groupVersion").stringValue());
      }
    }
    for (String path : paths) {
      for (JsonNode resource : corpus.get(path, "application/json").path("resources")) {
        add(corpus, path, resource, kinds);
      }
    }
    return kinds;
  }

  private static void add(
      KindsCorpus corpus, String path, JsonNode resource, Map<String, Served> kinds) {
    String plural = resource.path("name").stringValue();
    String verbs = resource.path("verbs").toString();
    if (plural.contains("/") || !verbs.contains("\"list\"")) {
      return;
    }
    String[] parts = path.substring(1).split("/", -1);
    String group = parts.length == 3 ? "." + parts[1] : "";
    Map<String, String> columns = new LinkedHashMap<>();
    corpus
        .get(path + "/" + plural, TABLE)
        .path("columnDefinitions")
        .forEach(
            column ->
                columns.put(
                    column.path("name").stringValue(),
                    column.path("priority").asInt(0) > 0 ? " (wide)" : ""));
    List<String> names = new ArrayList<>();
    columns.forEach((name, note) -> names.add(name + note));
    kinds
        .computeIfAbsent(
            resource.path("kind").stringValue() + group,
            name -> new Served(new TreeSet<>(), String.join(", ", names)))
        .versions()
        .add(parts[parts.length - 1]);
  }

  private static final String HEAD =
      """
      # Kinds

      Every kind that 1.37 can serve, checked by `KindsDocumentTest`. *Validated* tells how far: **full**, all recorded answers of the real server
      about changed fields are met; **nearly full**, all but one in twenty or fewer; **structure and immutability**, types, names, labels and the
      usual rules, and so many of the recorded answers; **none**, types and metadata only. CEL is compiled in rules of definitions only. The
      answers are in `fake-apiserver/src/test/resources/upstream/kinds`, recorded by `fake-apiserver/src/it/record/kinds`.

      """;
}
