package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Node selectors, as the core group defines them (pkg/apis/core/validation, 1.37). */
final class NodeSelectorRules {

  private NodeSelectorRules() {}

  static void check(JsonNode selector, String path, Findings findings) {
    List<JsonNode> terms = Tree.items(selector, "nodeSelectorTerms");
    String at = path + ".nodeSelectorTerms";
    if (terms.isEmpty()) {
      findings.required(at, "at least one term");
    }
    Lists.each(
        terms,
        at,
        (term, one, found) -> {
          Lists.each(
              Tree.items(term, "matchExpressions"),
              one + ".matchExpressions",
              NodeSelectorRules::expression,
              found);
          Lists.each(
              Tree.items(term, "matchFields"),
              one + ".matchFields",
              NodeSelectorRules::field,
              found);
        },
        findings);
  }

  private static void expression(JsonNode requirement, String path, Findings findings) {
    List<JsonNode> values = Tree.items(requirement, "values");
    String operator = Tree.text(requirement, "operator");
    switch (operator) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          findings.required(path + ".values", "at least one value for operators In and NotIn");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          findings.add(
              FieldError.forbidden(
                  path + ".values", "no values for operators Exists and DoesNotExist"));
        }
      }
      case "Gt", "Lt" -> {
        if (values.size() != 1) {
          findings.required(path + ".values", "exactly one value for operators Gt and Lt");
        }
      }
      default ->
          findings.invalid(
              path + ".operator",
              operator,
              "must be one of In, NotIn, Exists, DoesNotExist, Gt, Lt");
    }
    Formats.labelKey(Tree.text(requirement, "key"), path + ".key", findings);
    Lists.TextCheck value = Formats::labelValue;
    Lists.each(values, path + ".values", value.ofItems(), findings);
  }

  private static void field(JsonNode requirement, String path, Findings findings) {
    List<JsonNode> values = Tree.items(requirement, "values");
    String operator = Tree.text(requirement, "operator");
    if (!operator.equals("In") && !operator.equals("NotIn")) {
      findings.invalid(path + ".operator", operator, "must be In or NotIn for a field");
    } else if (values.size() != 1) {
      findings.required(path + ".values", "exactly one value for a field");
    }
    String key = Tree.text(requirement, "key");
    if (!key.equals("metadata.name")) {
      findings.invalid(path + ".key", key, "must be metadata.name");
      return;
    }
    Lists.TextCheck value = Formats::dnsSubdomain;
    Lists.each(values, path + ".values", value.ofItems(), findings);
  }
}
