package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What shares of a capacity may be requested: some values, or a range. A policy without either says
 * nothing, and its default is not looked at.
 */
final class RequestPolicyRules {

  private static final int VALUES_LIMIT = 10;

  private final boolean fractions;

  /**
   * Sets the rules up.
   *
   * @param fractions whether fractions are told apart (gate DRAFractionalCapacityRange)
   */
  RequestPolicyRules(boolean fractions) {
    this.fractions = fractions;
  }

  /** Checks the policy of a capacity. */
  void check(JsonNode capacity, String path, Findings findings) {
    Amount total = Amount.of(capacity.path("value"));
    JsonNode policy = capacity.path("requestPolicy");
    List<JsonNode> values = Tree.items(policy, "validValues");
    boolean range = Tree.has(policy, "validRange");
    if (!values.isEmpty() && range) {
      findings.add(FieldError.forbidden(path, "only one of validValues and validRange is allowed"));
      return;
    }
    if (values.isEmpty() && !range) {
      return;
    }
    Optional<Amount> standard = Amount.in(policy, "default");
    if (standard.isEmpty()) {
      findings.required(path + ".default", "the amount for requests that do not name one");
    } else if (range) {
      new RequestRangeRules(fractions)
          .check(policy.path("validRange"), standard.get(), total, path + ".validRange", findings);
    } else {
      values(values, standard.get(), total, path + ".validValues", findings);
    }
  }

  private void values(
      List<JsonNode> nodes, Amount standard, Amount total, String path, Findings findings) {
    List<Amount> values = nodes.stream().map(Amount::of).toList();
    for (int i = 1; i < values.size(); i++) {
      if (values.get(i - 1).compareTo(values.get(i)) > 0) {
        findings.invalid(
            Path.index(path, i), values.get(i).text(), "must not be below the one before");
      }
    }
    boolean fits = Lists.fits(nodes, VALUES_LIMIT, path, findings);
    if (fits) {
      Lists.each(
          nodes,
          path,
          (node, at, found) -> {
            if (Amount.of(node).compareTo(total) > 0) {
              found.invalid(at, node.asString(""), "is larger than the capacity " + total.text());
            }
          },
          findings);
      Lists.unique(nodes, path, node -> Amount.of(node).key(fractions), findings);
    }
    // Values of a list that is too long are not looked at, so the default is not found among them.
    if (!fits || values.stream().noneMatch(value -> value.compareTo(standard) == 0)) {
      findings.invalid(path, standard.text(), "must contain the default");
    }
  }
}
