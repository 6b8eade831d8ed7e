package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the templates of a workload are among each other: their names differ, they are at most four
 * deep, have one priority, and none of those that hold templates is empty
 * (pkg/apis/scheduling/validation, 1.37).
 */
final class TemplateTreeRules {

  private static final int DEEPEST = 4;
  private static final String GROUPS = "podGroupTemplates";
  private static final String COMPOSITES = "compositePodGroupTemplates";

  private TemplateTreeRules() {}

  static void check(JsonNode spec, Findings findings) {
    Set<String> names = new HashSet<>();
    Tree.items(spec, GROUPS).forEach(template -> names.add(Tree.text(template, "name")));
    names(spec, "spec", names, findings);
    List<JsonNode> composites = Tree.items(spec, COMPOSITES);
    Lists.each(
        composites,
        "spec." + COMPOSITES,
        (composite, path, found) -> {
          if (depth(composite) >= DEEPEST) {
            found.invalid(path, "", "templates may be at most " + DEEPEST + " deep");
          }
        },
        findings);
    Set<String> priorities = new HashSet<>();
    priorities(spec, priorities);
    if (priorities.size() > 1) {
      findings.invalid("spec", "", "all templates must have the same priority and its class");
    }
    Lists.each(composites, "spec." + COMPOSITES, TemplateTreeRules::children, findings);
  }

  // Names within one list are told apart by a declared rule.
  private static void names(JsonNode owner, String path, Set<String> names, Findings findings) {
    List<JsonNode> composites = Tree.items(owner, COMPOSITES);
    named(composites, path + "." + COMPOSITES, names, findings);
    for (int i = 0; i < composites.size(); i++) {
      String at = Path.index(path + "." + COMPOSITES, i);
      named(Tree.items(composites.get(i), GROUPS), at + "." + GROUPS, names, findings);
      names(composites.get(i), at, names, findings);
    }
  }

  private static void named(
      List<JsonNode> templates, String path, Set<String> names, Findings findings) {
    Set<String> here = new HashSet<>();
    for (int i = 0; i < templates.size(); i++) {
      String name = Tree.text(templates.get(i), "name");
      if (names.contains(name)) {
        findings.add(FieldError.duplicate(Path.index(path, i) + ".name", name));
      }
      here.add(name);
    }
    names.addAll(here);
  }

  private static int depth(JsonNode composite) {
    return 1
        + Tree.items(composite, COMPOSITES).stream()
            .mapToInt(TemplateTreeRules::depth)
            .max()
            .orElse(0);
  }

  private static void priorities(JsonNode owner, Set<String> found) {
    for (JsonNode template : Tree.items(owner, GROUPS)) {
      found.add(priority(template));
    }
    for (JsonNode composite : Tree.items(owner, COMPOSITES)) {
      found.add(priority(composite));
      priorities(composite, found);
    }
  }

  private static String priority(JsonNode template) {
    String number = Tree.has(template, "priority") ? template.path("priority").asString() : "none";
    return Tree.text(template, "priorityClassName") + " " + number;
  }

  private static void children(JsonNode composite, String path, Findings findings) {
    List<JsonNode> inner = Tree.items(composite, COMPOSITES);
    if (inner.isEmpty() && Tree.items(composite, GROUPS).isEmpty()) {
      findings.invalid(path, Tree.text(composite, "name"), "must hold at least one template");
    }
    Lists.each(inner, path + "." + COMPOSITES, TemplateTreeRules::children, findings);
  }
}
