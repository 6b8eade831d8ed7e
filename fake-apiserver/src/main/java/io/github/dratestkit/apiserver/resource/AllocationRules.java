package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.ConfigurationRules.Size;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A new allocation of a claim. Neither devices nor counts are compared with anything. */
final class AllocationRules {

  static final List<String> SOURCES = List.of("FromClaim", "FromClass");

  private static final int RESULTS_LIMIT = 32;
  private static final int CONFIGURATIONS_LIMIT = 64;

  private AllocationRules() {}

  static void check(JsonNode allocation, RequestNames names, String path, Findings findings) {
    JsonNode devices = allocation.path("devices");
    List<JsonNode> results = Tree.items(devices, "results");
    String resultsAt = path + ".devices.results";
    if (Lists.fits(results, RESULTS_LIMIT, resultsAt, findings.alsoDeclared())) {
      Lists.each(
          results, resultsAt, (result, at, found) -> result(result, names, at, found), findings);
    }
    List<JsonNode> configurations = Tree.items(devices, "config");
    String configurationsAt = path + ".devices.config";
    if (Lists.fits(
        configurations, CONFIGURATIONS_LIMIT, configurationsAt, findings.alsoDeclared())) {
      Lists.each(
          configurations,
          configurationsAt,
          (configuration, at, found) -> configuration(configuration, names, at, found),
          findings);
    }
    if (Tree.has(allocation, "nodeSelector")) {
      NodeSelectorRules.check(allocation.path("nodeSelector"), path + ".nodeSelector", findings);
    }
  }

  private static void result(JsonNode result, RequestNames names, String path, Findings findings) {
    Findings declared = findings.alsoDeclared();
    names.reference(Tree.text(result, "request"), path + ".request", findings);
    Formats.driver(Tree.text(result, "driver"), path + ".driver", declared);
    Formats.pool(Tree.text(result, "pool"), path + ".pool", declared);
    Formats.dnsLabel(Tree.text(result, "device"), path + ".device", findings);
    BindingConditionRules.check(result, path, findings);
    TolerationRules.check(result, path, findings);
    if (Tree.has(result, "shareID")) {
      Formats.uuid(Tree.text(result, "shareID"), path + ".shareID", declared);
    }
    SkipNodeOperationRules.check(result, path, findings);
  }

  private static void configuration(
      JsonNode configuration, RequestNames names, String path, Findings findings) {
    String source = Tree.text(configuration, "source");
    if (source.isEmpty()) {
      findings.alsoDeclared().required(path + ".source", "one of " + SOURCES);
    } else if (!SOURCES.contains(source)) {
      findings.alsoDeclared().add(FieldError.notSupported(path + ".source", source, SOURCES));
    }
    names.references(configuration, path, findings);
    ConfigurationRules.check(configuration, Size.LIMITED, path, findings);
  }
}
