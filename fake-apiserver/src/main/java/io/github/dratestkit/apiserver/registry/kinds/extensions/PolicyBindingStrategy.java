package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bindings of policies (pkg/apis/admissionregistration/validation/validation.go, 1.37).
 *
 * @param mutating whether the policies change objects
 */
record PolicyBindingStrategy(boolean mutating) implements CountedSpec {

  private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");
  private static final List<String> NOT_FOUND = List.of("Deny", "Allow");

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.path("spec").get("matchResources") instanceof ObjectNode match) {
      AdmissionRules.applyDefaults(match, "resourceRules", "excludeResourceRules");
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    Field policy = spec.at("policyName");
    if (policy.isThere()) {
      policy.invalid(NameRule.DNS_SUBDOMAIN.problem(policy.text()));
    }
    if (spec.has("paramRef")) {
      parameters(spec.at("paramRef"));
    }
    Field match = spec.at("matchResources");
    if (match.isSet()) {
      AdmissionRules.resources(match);
      if (mutating) {
        AdmissionPolicyStrategy.operations(match);
      }
    }
    if (!mutating) {
      actions(spec.at("validationActions"));
    }
    return errors;
  }

  private static void parameters(Field reference) {
    Field name = reference.at("name");
    Field selector = reference.at("selector");
    if (!name.isEmpty()) {
      name.invalid(NameRule.PATH_SEGMENT.problem(name.text()));
    }
    SelectorValidation.check(selector);
    if (!name.isEmpty() && selector.isSet()) {
      name.forbidden("name and selector are mutually exclusive");
      selector.forbidden("name and selector are mutually exclusive");
    }
    if (name.isEmpty() && !selector.isSet()) {
      reference.required("one of name or selector must be specified");
    }
    reference.at("parameterNotFoundAction").requiredOneOf(NOT_FOUND);
  }

  private static void actions(Field actions) {
    Set<String> seen = new HashSet<>();
    for (Field action : actions.items()) {
      action.oneOf(ACTIONS);
      if (!seen.add(action.text())) {
        action.duplicate();
      }
    }
    if (seen.contains("Deny") && seen.contains("Warn")) {
      actions.invalid("must not contain both Deny and Warn");
    }
    actions.isThere();
  }
}
