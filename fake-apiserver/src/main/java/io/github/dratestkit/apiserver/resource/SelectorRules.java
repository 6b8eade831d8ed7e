package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.Expressions.Use;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Selectors of requests and classes. */
final class SelectorRules {

  private static final int LIMIT = 32;

  /** Whether the expressions were accepted before, and so are not compiled again. */
  enum Origin {
    NEW,
    STORED
  }

  private final ExpressionRules expressions;

  SelectorRules(ExpressionRules expressions) {
    this.expressions = expressions;
  }

  void check(JsonNode owner, Origin origin, String path, Findings findings) {
    List<JsonNode> selectors = Tree.items(owner, "selectors");
    if (Lists.fits(selectors, LIMIT, path, findings.alsoDeclared())) {
      Lists.each(
          selectors,
          path,
          (selector, at, found) -> selector(selector, origin, at, found),
          findings);
    }
  }

  private void selector(JsonNode selector, Origin origin, String path, Findings findings) {
    if (!Tree.has(selector, "cel")) {
      findings.required(path + ".cel", "a selector needs an expression");
    } else if (origin == Origin.NEW) {
      expressions.check(
          Tree.text(selector.path("cel"), "expression"),
          Use.SELECTOR,
          path + ".cel.expression",
          findings);
    }
  }
}
