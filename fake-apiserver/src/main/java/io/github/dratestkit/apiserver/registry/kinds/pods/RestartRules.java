package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.List;

/** When a container is started again (validateContainerRestartPolicy, core validation, 1.37). */
final class RestartRules {

  private static final List<String> POLICIES = List.of("Always", "Never", "OnFailure");
  private static final List<String> ACTIONS = List.of("Restart", "RestartAllContainers");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final String WANTS_POLICY =
      "must specify restartPolicy when restart rules are used";
  private static final int MOST_RULES = 20;
  private static final int MOST_CODES = 255;

  private RestartRules() {}

  /** Without a policy nothing more is said about the rules of an init container. */
  static void checkInit(Field container) {
    if (container.has("restartPolicy")) {
      check(container);
    } else if (!container.at("restartPolicyRules").isEmpty()) {
      container.at("restartPolicy").required(WANTS_POLICY);
    }
  }

  static void check(Field container) {
    Field policy = container.at("restartPolicy");
    Field rules = container.at("restartPolicyRules");
    if (policy.isSet()) {
      policy.oneOf(POLICIES);
    } else if (!rules.isEmpty()) {
      policy.required(WANTS_POLICY);
    }
    if (rules.value().size() > MOST_RULES) {
      rules.tooMany(MOST_RULES);
    }
    for (Field rule : rules.items()) {
      rule.at("action").oneOf(ACTIONS);
      Field codes = rule.at("exitCodes");
      if (!codes.isSet()) {
        codes.required("must be specified");
        continue;
      }
      codes.at("operator").oneOf(OPERATORS);
      if (codes.at("values").value().size() > MOST_CODES) {
        codes.at("values").tooMany(MOST_CODES);
      }
    }
  }
}
