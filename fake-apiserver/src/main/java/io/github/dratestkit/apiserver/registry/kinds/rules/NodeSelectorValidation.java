package io.github.dratestkit.apiserver.registry.kinds.rules;

/** Selectors of nodes (ValidateNodeSelector, core validation, 1.37). */
public final class NodeSelectorValidation {

  private NodeSelectorValidation() {}

  public static void check(Field selector) {
    Field terms = selector.at("nodeSelectorTerms");
    if (terms.isEmpty()) {
      terms.required("must have at least one node selector term");
    }
    terms.items().forEach(NodeSelectorValidation::term);
  }

  /** One of the alternatives. */
  public static void term(Field term) {
    for (Field expression : term.at("matchExpressions").items()) {
      expression(expression);
      expression.at("values").items().forEach(Formats::labelValue);
    }
    term.at("matchFields").items().forEach(NodeSelectorValidation::field);
  }

  /** A preferred alternative, of which the values are not looked at. */
  public static void preferred(Field term) {
    term.at("matchExpressions").items().forEach(NodeSelectorValidation::expression);
    term.at("matchFields").items().forEach(NodeSelectorValidation::field);
  }

  private static void expression(Field expression) {
    Field values = expression.at("values");
    switch (expression.at("operator").text()) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          values.required("must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      case "Gt", "Lt" -> {
        if (values.value().size() != 1) {
          values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
      }
      default -> expression.at("operator").invalid("not a valid selector operator");
    }
    Formats.qualifiedName(expression.at("key"));
  }

  private static void field(Field expression) {
    Field operator = expression.at("operator");
    Field values = expression.at("values");
    if (!operator.text().equals("In") && !operator.text().equals("NotIn")) {
      operator.invalid("not a valid selector operator");
    } else if (values.value().size() != 1) {
      values.required("must be only one value for node field selector");
    }
    if (expression.at("key").text().equals("metadata.name")) {
      values.items().forEach(Formats::dnsSubdomain);
    } else {
      expression.at("key").invalid("not a valid field selector key");
    }
  }
}
