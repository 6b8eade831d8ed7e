package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * Policies of admission (pkg/apis/admissionregistration/validation/validation.go, 1.37). Their
 * expressions are not compiled.
 *
 * @param mutating whether the policies change objects
 */
record AdmissionPolicyStrategy(boolean mutating) implements CountedSpec {

  private static final List<String> REASONS =
      List.of("Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized");
  private static final List<String> PATCHES = List.of("ApplyConfiguration", "JSONPatch");
  private static final List<String> REINVOCATIONS = List.of("IfNeeded", "Never");
  private static final List<String> MUTABLE = List.of("*", "CONNECT", "CREATE", "UPDATE");
  private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
  private static final Pattern LINE_BREAK = Pattern.compile("[\n\r]");
  private static final int MOST_ANNOTATIONS = 20;

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.textIfAbsent(spec, "failurePolicy", "Fail");
    if (spec.get("matchConstraints") instanceof ObjectNode match) {
      AdmissionRules.applyDefaults(match, "resourceRules", "excludeResourceRules");
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field policy = Field.of(object, errors);
    Field spec = policy.at("spec");
    spec.at("failurePolicy").oneOf(AdmissionRules.FAILURE_POLICIES);
    if (spec.has("paramKind")) {
      parameters(spec.at("paramKind"));
    }
    Field match = spec.at("matchConstraints");
    if (match.isSet()) {
      AdmissionRules.resources(match);
      match.at("resourceRules").isThere();
      if (mutating) {
        operations(match);
      }
    } else {
      match.required("");
    }
    AdmissionRules.conditions(spec.at("matchConditions"));
    for (Field variable : spec.at("variables").items()) {
      Field name = variable.at("name");
      if (name.text().isBlank()) {
        name.required("name is not specified");
      } else if (!IDENTIFIER.matcher(name.text()).matches()) {
        name.invalid("must be a valid CEL identifier");
      }
      AdmissionRules.expression(variable.at("expression"));
    }
    if (mutating) {
      mutations(spec);
    } else {
      validations(policy);
    }
    return errors;
  }

  private static void parameters(Field kind) {
    Field version = kind.at("apiVersion");
    if (version.isThere()) {
      String text = version.text().equals("/") ? "" : version.text();
      int slash = text.indexOf('/');
      if (text.indexOf('/', slash + 1) > slash && slash >= 0) {
        version.invalid("unexpected GroupVersion string");
      } else {
        if (slash > 0) {
          version.invalid(NameRule.DNS_SUBDOMAIN.problem(text.substring(0, slash)));
        }
        version.invalid(NameRule.DNS_1035_LABEL.problem(text.substring(slash + 1)));
      }
    }
    Field name = kind.at("kind");
    if (name.isThere()) {
      name.invalid(NameRule.DNS_1035_LABEL.problem(name.text().toLowerCase(Locale.ROOT)));
    }
  }

  /** Wants operations that have an object to be changed. */
  static void operations(Field match) {
    for (Field rule : match.at("resourceRules").items()) {
      for (Field operation : rule.at("operations").items()) {
        operation.named(match.path() + ".resourceRules.operations").oneOf(MUTABLE);
      }
    }
  }

  private static void validations(Field policy) {
    Field spec = policy.at("spec");
    Field validations = spec.at("validations");
    Field annotations = spec.at("auditAnnotations");
    if (validations.isEmpty() && annotations.isEmpty()) {
      validations.required("validations or auditAnnotations must contain at least one item");
      annotations.required("validations or auditAnnotations must contain at least one item");
      return;
    }
    validations.items().forEach(AdmissionPolicyStrategy::validation);
    if (annotations.value().size() > MOST_ANNOTATIONS) {
      annotations.invalid("must not have more than 20 auditAnnotations");
    }
    Set<String> keys = new HashSet<>();
    for (Field annotation : annotations.items()) {
      Field key = annotation.at("key");
      String name = policy.at("metadata", "name").text();
      Labels.keyProblems(name + "/" + key.text()).forEach(key::invalid);
      AdmissionRules.expression(annotation.at("valueExpression"));
      if (!keys.add(key.text())) {
        key.duplicate();
      }
    }
  }

  private static void validation(Field validation) {
    AdmissionRules.expression(validation.at("expression"));
    for (String field : List.of("messageExpression", "message")) {
      Field text = validation.at(field);
      if (!text.isEmpty() && text.text().isBlank()) {
        text.invalid("must be non-empty if specified");
      }
    }
    Field message = validation.at("message");
    if (LINE_BREAK.matcher(message.text().strip()).find()) {
      message.invalid("must not contain line breaks");
    }
    validation.at("reason").oneOfIfSet(REASONS);
  }

  private static void mutations(Field spec) {
    spec.at("mutations").isThere();
    for (Field mutation : spec.at("mutations").items()) {
      Field type = mutation.at("patchType");
      type.requiredOneOf(PATCHES);
      if (PATCHES.contains(type.text())) {
        boolean patch = type.text().equals("JSONPatch");
        Field wanted = mutation.at(patch ? "jsonPatch" : "applyConfiguration");
        Field other = mutation.at(patch ? "applyConfiguration" : "jsonPatch");
        if (wanted.isSet()) {
          AdmissionRules.expression(wanted.at("expression"));
        } else {
          wanted.required("must be specified by the patchType");
        }
        if (other.isSet()) {
          other.invalid("must not be specified by the patchType");
        }
      }
    }
    spec.at("reinvocationPolicy").requiredOneOf(REINVOCATIONS);
  }
}
