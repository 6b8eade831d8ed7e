package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which requests webhooks and policies are about
 * (pkg/apis/admissionregistration/validation/validation.go, 1.37).
 */
final class AdmissionRules {

  static final List<String> FAILURE_POLICIES = List.of("Fail", "Ignore");
  static final List<String> MATCH_POLICIES = List.of("Equivalent", "Exact");
  private static final List<String> OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
  private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");
  private static final int MOST_CONDITIONS = 64;

  private AdmissionRules() {}

  /** Completes what selects objects, and each of these lists of rules. */
  static void applyDefaults(ObjectNode owner, String... lists) {
    Absent.textIfAbsent(owner, "matchPolicy", "Equivalent");
    Absent.object(owner, "namespaceSelector");
    Absent.object(owner, "objectSelector");
    for (String list : lists) {
      for (JsonNode rule : owner.path(list)) {
        Absent.textIfAbsent((ObjectNode) rule, "scope", "*");
      }
    }
  }

  static void selectors(Field owner) {
    for (String selector : List.of("namespaceSelector", "objectSelector")) {
      SelectorValidation.check(owner.at(selector));
    }
  }

  /** Resources that a policy matches. */
  static void resources(Field match) {
    match.at("matchPolicy").oneOf(MATCH_POLICIES);
    selectors(match);
    for (String list : List.of("resourceRules", "excludeResourceRules")) {
      for (Field rule : match.at(list).items()) {
        Set<String> names = new HashSet<>();
        for (Field name : rule.at("resourceNames").items()) {
          if (!name.isEmpty()) {
            name.invalid(NameRule.PATH_SEGMENT.problem(name.text()));
          }
          if (!names.add(name.text())) {
            name.duplicate();
          }
        }
        rule(rule);
      }
    }
  }

  static void rule(Field rule) {
    alone(rule.at("operations"));
    for (Field operation : rule.at("operations").items()) {
      operation.oneOf(OPERATIONS);
    }
    alone(rule.at("apiGroups"));
    alone(rule.at("apiVersions"));
    for (Field version : rule.at("apiVersions").items()) {
      version.isThere();
    }
    resourceNames(rule.at("resources"));
    rule.at("scope").oneOfIfSet(SCOPES);
  }

  private static void alone(Field list) {
    if (list.isThere() && list.value().size() > 1 && list.texts().contains("*")) {
      list.invalid("if '*' is present, must not specify others");
    }
  }

  private static void resourceNames(Field resources) {
    if (!resources.isThere()) {
      return;
    }
    Set<String> wholeResources = new HashSet<>();
    Set<String> wholeSubresources = new HashSet<>();
    // Only the last one without a subresource counts, as on the real server.
    boolean plain = false;
    for (Field resource : resources.items()) {
      if (!resource.isThere()) {
        continue;
      }
      int slash = resource.text().indexOf('/');
      if (slash < 0) {
        plain = !resource.text().equals("*");
        continue;
      }
      String name = resource.text().substring(0, slash);
      String subresource = resource.text().substring(slash + 1);
      if (wholeResources.contains(name)) {
        resource.invalid("all subresources of it are already there");
      }
      if (wholeSubresources.contains(subresource)) {
        resource.invalid("this subresource of all resources is already there");
      }
      if (subresource.equals("*")) {
        wholeResources.add(name);
      }
      if (name.equals("*")) {
        wholeSubresources.add(subresource);
      }
    }
    List<String> texts = resources.texts();
    if (texts.size() > 1 && texts.contains("*/*")) {
      resources.invalid("if '*/*' is present, must not specify other resources");
    }
    if (texts.contains("*") && plain) {
      resources.invalid("if '*' is present, must not specify others without subresources");
    }
  }

  /** Conditions in CEL, which are not compiled. */
  static void conditions(Field conditions) {
    if (conditions.value().size() > MOST_CONDITIONS) {
      conditions.tooMany(MOST_CONDITIONS);
    }
    List<String> names = new ArrayList<>();
    for (Field condition : conditions.items()) {
      expression(condition.at("expression"));
      Field name = condition.at("name");
      if (name.isThere()) {
        Formats.qualifiedName(name);
        if (names.contains(name.text())) {
          name.duplicate();
        }
        names.add(name.text());
      }
    }
  }

  static void expression(Field expression) {
    if (expression.text().isBlank()) {
      expression.required("");
    }
  }

  /** Names that end so are of files that the server reads. */
  static void name(Field object) {
    Field name = object.at("metadata", "name");
    if (name.text().endsWith(".static.k8s.io")) {
      name.invalid("names ending with \".static.k8s.io\" are reserved");
    }
  }
}
