package io.github.dratestkit.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** The run as a ConformanceReport object, after the shape of the Gateway API's. */
final class YamlReport {

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
          .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
          .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  private YamlReport() {}

  static String of(ConformanceRun run) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("apiVersion", "conformance.dratestkit.io/v1alpha1");
    report.put("kind", "ConformanceReport");
    report.put("date", run.started().toString());
    report.put("testkit", run.product());
    report.put("implementation", run.implementation());
    report.put("kubernetes", run.kubernetes());
    report.put("featureGates", run.gates());
    report.put("seed", run.seed());
    report.put("hardware", run.hardware());
    report.put("conformant", run.conformant());
    report.put(
        "profiles",
        List.of(
            profile(
                run.profile(),
                "core",
                run.scenarios().stream().filter(ScenarioResult::isCore).toList()),
            profile(
                run.profile(),
                "extended",
                run.scenarios().stream().filter(scenario -> !scenario.isCore()).toList())));
    report.put("scenarios", run.scenarios().stream().map(YamlReport::scenario).toList());
    return YAML.writeValueAsString(report);
  }

  private static Map<String, Object> profile(
      String name, String level, List<ScenarioResult> scenarios) {
    Map<String, Object> profile = new LinkedHashMap<>();
    profile.put("name", name);
    profile.put("level", level);
    Map<String, Object> statistics = new LinkedHashMap<>();
    for (Outcome outcome : Outcome.values()) {
      statistics.put(
          outcome.word(),
          scenarios.stream().filter(scenario -> scenario.outcome() == outcome).count());
    }
    profile.put("statistics", statistics);
    profile.put(
        "skipped",
        scenarios.stream()
            .filter(scenario -> scenario.outcome() == Outcome.SKIPPED)
            .map(ScenarioResult::id)
            .toList());
    return profile;
  }

  private static Map<String, Object> scenario(ScenarioResult result) {
    Map<String, Object> scenario = new LinkedHashMap<>();
    scenario.put("id", result.id());
    scenario.put("name", result.name());
    scenario.put("tags", result.tags());
    scenario.put("outcome", result.outcome().word());
    if (!result.reason().isEmpty()) {
      scenario.put("reason", result.reason());
    }
    scenario.put("milliseconds", result.duration().toMillis());
    return scenario;
  }
}
