package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.Expressions.Use;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The derived attributes of one claim: each must be used by a constraint on its request, and
 * together they must not cost too much.
 */
final class DerivedAttributes {

  private static final String ALL_REQUESTS = "";

  private final Map<String, Set<String>> constrained = new HashMap<>();
  private long totalCost;

  private DerivedAttributes() {}

  /** Returns the attributes that constraints in {@code spec.devices} of a claim name. */
  static DerivedAttributes of(JsonNode devices) {
    DerivedAttributes derived = new DerivedAttributes();
    for (JsonNode constraint : Tree.items(devices, "constraints")) {
      String field =
          Tree.has(constraint, "matchAttribute") ? "matchAttribute" : "distinctAttribute";
      if (Tree.has(constraint, field)) {
        derived.add(Tree.texts(constraint, "requests"), Tree.text(constraint, field));
      }
    }
    return derived;
  }

  private void add(List<String> requests, String attribute) {
    for (String request : requests.isEmpty() ? List.of(ALL_REQUESTS) : requests) {
      constrained.computeIfAbsent(request, unseen -> new HashSet<>()).add(attribute);
    }
  }

  /** Checks those of one request, called {@code request} or {@code request/subrequest}. */
  void check(
      JsonNode owner, String request, ExpressionRules expressions, String path, Findings findings) {
    List<JsonNode> attributes = Tree.items(owner, "derivedAttributes");
    Lists.each(
        attributes,
        path,
        (attribute, at, found) -> {
          String name = Tree.text(attribute, "name");
          if (!name.isEmpty() && !isConstrained(name, request)) {
            found.invalid(
                at + ".name", name, "must be the attribute of a constraint on this request");
          }
          String expression = Tree.text(attribute, "expression");
          if (!expression.isEmpty()) {
            totalCost =
                saturated(
                    totalCost,
                    expressions.check(
                        expression, Use.DERIVED_ATTRIBUTE, at + ".expression", found));
          }
        },
        findings);
    Lists.unique(attributes, path, attribute -> Tree.text(attribute, "name"), findings);
  }

  /** Checks the cost of all that were checked before. */
  void checkTotalCost(String path, Findings findings) {
    if (totalCost > ExpressionRules.COST_LIMIT) {
      findings.add(
          FieldError.forbidden(
              path,
              "the derived attributes of the claim together cost "
                  + totalCost
                  + ", which is over "
                  + ExpressionRules.COST_LIMIT));
    }
  }

  private boolean isConstrained(String attribute, String request) {
    int slash = request.indexOf('/');
    String parent = slash < 0 ? request : request.substring(0, slash);
    return List.of(ALL_REQUESTS, request, parent).stream()
        .anyMatch(target -> constrained.getOrDefault(target, Set.of()).contains(attribute));
  }

  private static long saturated(long one, long other) {
    long sum = one + other;
    return sum < 0 || other < 0 ? Long.MAX_VALUE : sum;
  }
}
