package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.ResourceNames;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Quotas of a namespace (ValidateResourceQuota, pkg/apis/core/validation, 1.37). */
final class ResourceQuotaStrategy implements Strategy {

  private static final Set<String> WITHOUT_VALUES =
      Set.of(
          "Terminating",
          "NotTerminating",
          "BestEffort",
          "NotBestEffort",
          "CrossNamespacePodAffinity");
  private static final Set<String> OF_PODS =
      Set.of(
          "cpu",
          "memory",
          "limits.cpu",
          "limits.memory",
          "requests.cpu",
          "requests.memory",
          "pods");
  private static final Set<String> OF_VOLUMES =
      Set.of("persistentvolumeclaims", "requests.storage");

  @Override
  public void prepareForCreate(ObjectNode quota, WriteContext context) {
    quota.remove("status");
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode quota, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode spec = quota.path("spec");
    amounts(spec.path("hard"), "spec.hard", errors);
    scopes(spec, errors);
    selector(spec, errors);
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode quota, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>(validateCreate(quota, context));
    JsonNode scopes = quota.path("spec").path("scopes");
    if (!texts(scopes).equals(texts(old.path("spec").path("scopes")))) {
      errors.add(FieldError.invalid("spec.scopes", scopes, "field is immutable"));
    }
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode quota, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    amounts(quota.path("status").path("hard"), "status.hard", errors);
    amounts(quota.path("status").path("used"), "status.used", errors);
    return errors;
  }

  private static Set<String> texts(JsonNode values) {
    Set<String> texts = new HashSet<>();
    values.forEach(value -> texts.add(value.asString("")));
    return texts;
  }

  private static void amounts(JsonNode amounts, String path, List<FieldError> errors) {
    for (Map.Entry<String, JsonNode> amount : amounts.properties()) {
      String at = path + "[" + amount.getKey() + "]";
      ResourceNames.checkQuota(amount.getKey(), at, errors);
      ResourceNames.checkAmount(amount.getKey(), amount.getValue(), at, errors);
    }
  }

  private static void scopes(JsonNode spec, List<FieldError> errors) {
    JsonNode scopes = spec.path("scopes");
    Set<String> names = texts(scopes);
    for (JsonNode scope : scopes) {
      String name = scope.asString("");
      if (!isKnown(name)) {
        errors.add(FieldError.invalid("spec.scopes", scopes, "unsupported scope"));
      }
      misfits(name, spec, "spec.scopes", scopes, errors);
    }
    conflicts(names, "spec.scopes", scopes, errors);
  }

  private static void selector(JsonNode spec, List<FieldError> errors) {
    String path = "spec.scopeSelector.matchExpressions";
    JsonNode selector = spec.path("scopeSelector");
    Set<String> names = new HashSet<>();
    for (JsonNode expression : selector.path("matchExpressions")) {
      String name = expression.path("scopeName").asString("");
      names.add(name);
      if (!isKnown(name)) {
        errors.add(FieldError.invalid(path + ".scopeName", name, "unsupported scope"));
      }
      misfits(name, spec, path, selector, errors);
      operator(name, expression, path, errors);
    }
    conflicts(names, path, spec.path("scopes"), errors);
  }

  private static void operator(
      String name, JsonNode expression, String path, List<FieldError> errors) {
    String operator = expression.path("operator").asString("");
    JsonNode values = expression.path("values");
    if (WITHOUT_VALUES.contains(name) && !operator.equals("Exists")) {
      errors.add(FieldError.invalid(path + ".operator", operator, "must be Exists for this scope"));
    }
    switch (operator) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          errors.add(FieldError.required(path + ".values", "at least one with In or NotIn"));
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          errors.add(
              FieldError.invalid(path + ".values", values, "none with Exists or DoesNotExist"));
        }
      }
      default ->
          errors.add(
              FieldError.invalid(path + ".operator", operator, "not a valid selector operator"));
    }
  }

  private static boolean isKnown(String scope) {
    return WITHOUT_VALUES.contains(scope)
        || scope.equals("PriorityClass")
        || scope.equals("VolumeAttributesClass");
  }

  private static void misfits(
      String scope, JsonNode spec, String path, JsonNode shown, List<FieldError> errors) {
    for (String name : spec.path("hard").propertyNames()) {
      boolean fits =
          switch (scope) {
            case "BestEffort" -> name.equals("pods");
            case "VolumeAttributesClass" -> OF_VOLUMES.contains(name);
            default -> !isKnown(scope) || OF_PODS.contains(name);
          };
      if (!fits && ResourceNames.isOfQuotas(name)) {
        errors.add(FieldError.invalid(path, shown, "unsupported scope applied to resource"));
      }
    }
  }

  private static void conflicts(
      Set<String> names, String path, JsonNode shown, List<FieldError> errors) {
    for (Set<String> pair :
        List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"))) {
      if (names.containsAll(pair)) {
        errors.add(FieldError.invalid(path, shown, "conflicting scopes"));
      }
    }
  }
}
