package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedChanges;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Configurations of webhooks (pkg/apis/admissionregistration/validation/validation.go, 1.37).
 *
 * @param mutating whether the webhooks change objects
 */
record WebhookConfigurationStrategy(boolean mutating) implements CountedChanges {

  private static final List<String> SIDE_EFFECTS = List.of("None", "NoneOnDryRun");
  private static final List<String> REINVOCATIONS = List.of("IfNeeded", "Never");
  private static final List<String> REVIEWS = List.of("v1", "v1beta1");
  private static final int LONGEST_TIMEOUT = 30;
  private static final int USUAL_TIMEOUT = 10;

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public boolean changes(ObjectNode object, ObjectNode old) {
    return !object.path("webhooks").equals(old.path("webhooks"));
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    for (JsonNode item : object.path("webhooks")) {
      ObjectNode webhook = (ObjectNode) item;
      Absent.textIfAbsent(webhook, "failurePolicy", "Fail");
      AdmissionRules.applyDefaults(webhook, "rules");
      Absent.number(webhook, "timeoutSeconds", USUAL_TIMEOUT);
      if (mutating) {
        Absent.textIfAbsent(webhook, "reinvocationPolicy", "Never");
      }
      if (webhook.get("clientConfig") instanceof ObjectNode config) {
        WebhookClients.applyDefaults(config);
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Field webhook : Field.of(object, errors).at("webhooks").items()) {
      webhook(webhook);
      DefinitionConversion.reviews(webhook.at("admissionReviewVersions"), REVIEWS);
      Field name = webhook.at("name");
      if (!name.isEmpty() && !names.add(name.text())) {
        name.duplicate();
      }
    }
    if (context.features().enabled("ManifestBasedAdmissionControlConfig")) {
      AdmissionRules.name(Field.of(object, errors));
    }
    return errors;
  }

  private void webhook(Field webhook) {
    Field name = webhook.at("name");
    if (name.isThere()) {
      if (NameRule.DNS_SUBDOMAIN.problem(name.text()).isPresent()) {
        name.invalid(NameRule.DNS_SUBDOMAIN.problem(name.text()));
      } else if (name.text().chars().filter(letter -> letter == '.').count() < 2) {
        name.invalid("should be a domain with at least three segments separated by dots");
      }
    }
    webhook.at("rules").items().forEach(AdmissionRules::rule);
    webhook.at("failurePolicy").oneOf(AdmissionRules.FAILURE_POLICIES);
    webhook.at("matchPolicy").oneOf(AdmissionRules.MATCH_POLICIES);
    Field effects = webhook.at("sideEffects");
    if (effects.isSet()) {
      effects.oneOf(SIDE_EFFECTS);
    } else {
      effects.required("must specify one of " + String.join(", ", SIDE_EFFECTS));
    }
    webhook.at("timeoutSeconds").between(1, LONGEST_TIMEOUT);
    AdmissionRules.selectors(webhook);
    if (mutating) {
      webhook.at("reinvocationPolicy").oneOf(REINVOCATIONS);
    }
    WebhookClients.check(webhook.at("clientConfig"));
    AdmissionRules.conditions(webhook.at("matchConditions"));
  }
}
