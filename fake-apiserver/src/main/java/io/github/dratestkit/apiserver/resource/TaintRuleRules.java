package io.github.dratestkit.apiserver.resource;

import tools.jackson.databind.JsonNode;

/** What a device taint rule says. */
final class TaintRuleRules {

  static final int CONDITIONS_LIMIT = 8;

  private TaintRuleRules() {}

  /** Checks {@code spec}; {@code old} is the stored one, missing for a new rule. */
  static void check(JsonNode spec, JsonNode old, String path, Findings findings) {
    JsonNode selector = spec.path("deviceSelector");
    String at = path + ".deviceSelector";
    if (Tree.has(selector, "driver")) {
      Formats.driver(Tree.text(selector, "driver"), at + ".driver", findings);
    }
    if (Tree.has(selector, "pool")) {
      Formats.pool(Tree.text(selector, "pool"), at + ".pool", findings);
    }
    if (Tree.has(selector, "device")) {
      Formats.dnsLabel(Tree.text(selector, "device"), at + ".device", findings);
    }
    TaintRules.taint(spec.path("taint"), old.path("taint"), path + ".taint", findings);
  }
}
