package io.github.dratestkit.apiserver.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A rule of resource.k8s.io, by section and row of the semantics reference, with the scenarios that
 * show it.
 *
 * @param scenarios by what they show: {@code yes} (accepted), {@code no} (refused) or {@code drops}
 *     (a field goes when its gate is off)
 * @param never why one of acceptance and refusal cannot be shown, empty if both can
 */
record RuleRow(String name, String rule, Map<String, CorpusEntry> scenarios, String never) {

  private static final List<String> SHOWN = List.of("yes", "no", "drops");

  /** Returns all rows. */
  static List<RuleRow> all() {
    try (InputStream file =
        Objects.requireNonNull(RuleRow.class.getResourceAsStream("/upstream/rules/rows.yaml"))) {
      JsonNode tree = YAMLMapper.shared().readTree(file);
      List<RuleRow> rows = new ArrayList<>();
      tree.path("rows").forEach(row -> rows.add(of(row, tree.path("bases"))));
      return rows;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static RuleRow of(JsonNode row, JsonNode bases) {
    String name = row.path("row").asString();
    Map<String, CorpusEntry> scenarios = new LinkedHashMap<>();
    for (String shown : SHOWN) {
      if (row.has(shown)) {
        String id = slug(name) + "-" + shown;
        scenarios.put(shown, RuleScenario.of(id, row.get(shown), bases));
      }
    }
    return new RuleRow(
        name, row.path("rule").asString(), scenarios, row.path("never").asString(""));
  }

  private static String slug(String name) {
    return "rule-" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  /** Says whether the row has all scenarios that there can be. */
  boolean isComplete() {
    return scenarios.containsKey("drops")
        || scenarios.size() == 2
        || (scenarios.size() == 1 && !never.isEmpty());
  }

  @Override
  public String toString() {
    return name + ": " + rule;
  }
}
