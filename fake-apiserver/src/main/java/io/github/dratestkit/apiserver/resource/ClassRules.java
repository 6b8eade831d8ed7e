package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.ConfigurationRules.Size;
import io.github.dratestkit.apiserver.resource.SelectorRules.Origin;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a device class says. Lists that do not change at all are trusted. */
final class ClassRules {

  private static final int CONFIGURATIONS_LIMIT = 32;

  private final SelectorRules selectors;

  ClassRules(ExpressionRules expressions) {
    this.selectors = new SelectorRules(expressions);
  }

  /** Checks {@code spec}; {@code old} is the stored one, missing for a new class. */
  void check(JsonNode spec, JsonNode old, String path, Findings findings) {
    Origin origin = isStored(spec, old, "selectors") ? Origin.STORED : Origin.NEW;
    selectors.check(spec, origin, path + ".selectors", findings);
    Size size = isStored(spec, old, "config") ? Size.GRANDFATHERED : Size.LIMITED;
    List<JsonNode> configurations = Tree.items(spec, "config");
    String at = path + ".config";
    if (Lists.fits(configurations, CONFIGURATIONS_LIMIT, at, findings.alsoDeclared())) {
      Lists.each(
          configurations,
          at,
          (configuration, one, found) -> ConfigurationRules.check(configuration, size, one, found),
          findings);
    }
    if (Tree.has(spec, "extendedResourceName")) {
      Formats.extendedResource(
          Tree.text(spec, "extendedResourceName"),
          path + ".extendedResourceName",
          findings.alsoDeclared());
    }
  }

  private static boolean isStored(JsonNode spec, JsonNode old, String field) {
    return !old.isMissingNode() && SemanticEquality.same(spec.path(field), old.path(field));
  }
}
