package io.github.dratestkit.apiserver.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Which of some rules go beyond others (component-helpers/auth/rbac/validation, 1.37).
 *
 * @param held the rules that there are
 */
record RuleCover(List<JsonNode> held) {

  /** One verb on one thing; what does not matter is empty. */
  private record Atom(String group, String resource, String name, String path, String verb) {
    Atom withoutVerb() {
      return new Atom(group, resource, name, path, "");
    }
  }

  /** Returns what rules allow beyond those held, one line for each thing, in order. */
  Set<String> missing(List<JsonNode> wanted) {
    Map<Atom, Set<String>> verbs = new LinkedHashMap<>();
    for (JsonNode rule : wanted) {
      for (Atom atom : atoms(rule)) {
        if (held.stream().noneMatch(owned -> covers(owned, atom))) {
          verbs.computeIfAbsent(atom.withoutVerb(), key -> new LinkedHashSet<>()).add(atom.verb());
        }
      }
    }
    Set<String> lines = new TreeSet<>();
    verbs.forEach((atom, names) -> lines.add(line(atom, names)));
    return lines;
  }

  private static List<Atom> atoms(JsonNode rule) {
    List<Atom> atoms = new ArrayList<>();
    List<String> names = texts(rule.path("resourceNames"));
    for (String group : texts(rule.path("apiGroups"))) {
      for (String resource : texts(rule.path("resources"))) {
        for (String verb : texts(rule.path("verbs"))) {
          for (String name : names.isEmpty() ? List.of("") : names) {
            atoms.add(new Atom(group, resource, name, "", verb));
          }
        }
      }
    }
    for (String path : texts(rule.path("nonResourceURLs"))) {
      texts(rule.path("verbs")).forEach(verb -> atoms.add(new Atom("", "", "", path, verb)));
    }
    return atoms;
  }

  private static boolean covers(JsonNode owned, Atom atom) {
    if (!PolicyRules.has(owned.path("verbs"), atom.verb())) {
      return false;
    }
    if (!atom.path().isEmpty()) {
      return texts(owned.path("nonResourceURLs")).stream()
          .anyMatch(pattern -> PolicyRules.covers(pattern, atom.path()));
    }
    return PolicyRules.has(owned.path("apiGroups"), atom.group())
        && coversResource(owned.path("resources"), atom.resource())
        && coversName(owned.path("resourceNames"), atom.name());
  }

  private static boolean coversResource(JsonNode owned, String resource) {
    int slash = resource.indexOf('/');
    return PolicyRules.has(owned, resource)
        || slash > 0 && PolicyRules.contains(owned, "*" + resource.substring(slash));
  }

  private static boolean coversName(JsonNode owned, String name) {
    return owned.isEmpty() || !name.isEmpty() && PolicyRules.contains(owned, name);
  }

  private static String line(Atom atom, Set<String> verbs) {
    List<String> parts = new ArrayList<>();
    if (atom.path().isEmpty()) {
      parts.add("APIGroups:" + quoted(List.of(atom.group())));
      parts.add("Resources:" + quoted(List.of(atom.resource())));
    } else {
      parts.add("NonResourceURLs:" + quoted(List.of(atom.path())));
    }
    if (!atom.name().isEmpty()) {
      parts.add("ResourceNames:" + quoted(List.of(atom.name())));
    }
    parts.add("Verbs:" + quoted(List.copyOf(verbs)));
    return "{" + String.join(", ", parts) + "}";
  }

  /** Returns texts as Go prints a list of them. */
  static String quoted(List<String> texts) {
    return "[" + String.join(" ", texts.stream().map(text -> '"' + text + '"').toList()) + "]";
  }

  static List<String> texts(JsonNode values) {
    List<String> texts = new ArrayList<>();
    values.forEach(value -> texts.add(value.asString("")));
    return texts;
  }
}
