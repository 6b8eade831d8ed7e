package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The conditions on which binding waits: two lists of label keys, both or none, and disjoint. */
final class BindingConditionRules {

  private static final int LIMIT = 4;

  private BindingConditionRules() {}

  static void check(JsonNode owner, String path, Findings findings) {
    List<JsonNode> good = Tree.items(owner, "bindingConditions");
    List<JsonNode> bad = Tree.items(owner, "bindingFailureConditions");
    String goodPath = path + ".bindingConditions";
    String badPath = path + ".bindingFailureConditions";
    keys(good, goodPath, findings);
    keys(bad, badPath, findings);
    Lists.unique(good, goodPath, condition -> condition.asString(""), findings);
    Lists.unique(bad, badPath, condition -> condition.asString(""), findings);
    for (int i = 0; i < bad.size(); i++) {
      if (good.contains(bad.get(i))) {
        findings.add(
            FieldError.invalid(
                Path.index(badPath, i),
                bad.get(i).asString(""),
                "must not be one of bindingConditions as well"));
      }
    }
    together(good, bad, goodPath, findings);
    together(bad, good, badPath, findings);
  }

  private static void keys(List<JsonNode> conditions, String path, Findings findings) {
    if (Lists.fits(conditions, LIMIT, path, findings.alsoDeclared())) {
      Lists.TextCheck key = Formats::labelKey;
      Lists.each(conditions, path, key.ofItems(), findings);
    }
  }

  private static void together(
      List<JsonNode> one, List<JsonNode> other, String path, Findings findings) {
    if (one.isEmpty() && !other.isEmpty()) {
      findings.invalid(
          path, "[]", "bindingConditions and bindingFailureConditions are used together");
    }
  }
}
