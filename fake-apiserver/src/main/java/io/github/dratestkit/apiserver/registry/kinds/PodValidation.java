package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What is wrong with the spec of a pod (pkg/apis/core/validation/validation.go, 1.37). */
final class PodValidation {

  private static final List<String> TOLERATION_EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private PodValidation() {}

  /** Checks the spec of a template, unless there is none. */
  static void template(JsonNode spec, String path, List<FieldError> errors) {
    spec(spec, path, errors);
    String restart = spec.path("restartPolicy").asString("");
    if (spec.path("containers").isEmpty() || restart.equals("Always")) {
      return;
    }
    errors.add(FieldError.notSupported(path + ".restartPolicy", restart, List.of("Always")));
  }

  static void spec(JsonNode spec, String path, List<FieldError> errors) {
    Set<String> claims = PodClaimValidation.claims(spec.path("resourceClaims"), path, errors);
    Set<String> volumes = volumes(spec.path("volumes"), path + ".volumes", errors);
    Set<String> names = new HashSet<>();
    ContainerValidation containers = new ContainerValidation(claims, volumes, names, errors);
    if (spec.path("containers").isEmpty()) {
      errors.add(FieldError.required(path + ".containers", ""));
    }
    containers.check(spec.path("containers"), path + ".containers");
    containers.check(spec.path("initContainers"), path + ".initContainers");
    choice(spec, "restartPolicy", List.of("Always", "OnFailure", "Never"), path, errors);
    choice(
        spec,
        "dnsPolicy",
        List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"),
        path,
        errors);
    choice(spec, "preemptionPolicy", List.of("PreemptLowerPriority", "Never"), path, errors);
    notNegative(spec, "terminationGracePeriodSeconds", path, errors);
    JsonNode deadline = spec.path("activeDeadlineSeconds");
    if (deadline.isNumber() && (deadline.asLong() < 1 || deadline.asLong() > Integer.MAX_VALUE)) {
      errors.add(
          FieldError.invalid(
              path + ".activeDeadlineSeconds",
              deadline.asLong(),
              "must be between 1 and 2147483647, inclusive"));
    }
    name(spec, "nodeName", path, errors);
    name(spec, "serviceAccountName", path, errors);
    errors.addAll(MetadataRules.labels(spec.path("nodeSelector"), path + ".nodeSelector"));
    tolerations(spec.path("tolerations"), path + ".tolerations", errors);
    gates(spec.path("schedulingGates"), path + ".schedulingGates", errors);
    group(spec.path("schedulingGroup"), path + ".schedulingGroup.podGroupName", errors);
  }

  private static void group(JsonNode group, String path, List<FieldError> errors) {
    if (group.isObject()) {
      String name = group.path("podGroupName").asString("");
      NameRule.DNS_SUBDOMAIN
          .problem(name)
          .ifPresent(problem -> errors.add(FieldError.invalid(path, name, problem)));
    }
  }

  private static void choice(
      JsonNode spec, String field, List<String> values, String path, List<FieldError> errors) {
    JsonNode value = spec.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return;
    }
    if (value.asString("").isEmpty()) {
      errors.add(FieldError.required(path + "." + field, ""));
    } else if (!values.contains(value.asString())) {
      errors.add(FieldError.notSupported(path + "." + field, value.asString(), values));
    }
  }

  private static void notNegative(
      JsonNode spec, String field, String path, List<FieldError> errors) {
    JsonNode value = spec.path(field);
    if (value.isNumber() && value.asLong() < 0) {
      errors.add(
          FieldError.invalid(
              path + "." + field, value.asLong(), "must be greater than or equal to 0"));
    }
  }

  private static void name(JsonNode spec, String field, String path, List<FieldError> errors) {
    String value = spec.path(field).asString("");
    if (!value.isEmpty()) {
      NameRule.DNS_SUBDOMAIN
          .problem(value)
          .ifPresent(problem -> errors.add(FieldError.invalid(path + "." + field, value, problem)));
    }
  }

  private static Set<String> volumes(JsonNode volumes, String path, List<FieldError> errors) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < volumes.size(); i++) {
      String name = volumes.get(i).path("name").asString("");
      String at = path + "[" + i + "].name";
      if (name.isEmpty()) {
        errors.add(FieldError.required(at, ""));
        continue;
      }
      NameRule.DNS_LABEL
          .problem(name)
          .ifPresent(problem -> errors.add(FieldError.invalid(at, name, problem)));
      if (!names.add(name)) {
        errors.add(FieldError.duplicate(at, name));
      }
      if (volumes.get(i).size() > 2) {
        errors.add(
            FieldError.forbidden(path + "[" + i + "]", "may not specify more than 1 volume type"));
      }
    }
    return names;
  }

  private static void tolerations(JsonNode tolerations, String path, List<FieldError> errors) {
    for (int i = 0; i < tolerations.size(); i++) {
      JsonNode toleration = tolerations.get(i);
      String at = path + "[" + i + "]";
      String key = toleration.path("key").asString("");
      String operator = toleration.path("operator").asString("");
      String effect = toleration.path("effect").asString("");
      String value = toleration.path("value").asString("");
      if (!key.isEmpty()) {
        Labels.keyProblems(key)
            .forEach(problem -> errors.add(FieldError.invalid(at + ".key", key, problem)));
      } else if (!operator.equals("Exists")) {
        errors.add(
            FieldError.invalid(
                at + ".operator",
                operator,
                "operator must be Exists when `key` is empty, which means \"match all values and"
                    + " all keys\""));
      }
      if (toleration.path("tolerationSeconds").isNumber() && !effect.equals("NoExecute")) {
        errors.add(
            FieldError.invalid(
                at + ".effect",
                effect,
                "effect must be 'NoExecute' when `tolerationSeconds` is set"));
      }
      switch (operator) {
        case "", "Equal" ->
            Labels.valueProblem(value)
                .ifPresent(
                    problem -> errors.add(FieldError.invalid(at + ".operator", value, problem)));
        case "Exists" -> {
          if (!value.isEmpty()) {
            errors.add(
                FieldError.invalid(
                    at + ".operator", value, "value must be empty when `operator` is 'Exists'"));
          }
        }
        default ->
            errors.add(
                FieldError.notSupported(at + ".operator", operator, List.of("Equal", "Exists")));
      }
      if (!effect.isEmpty() && !TOLERATION_EFFECTS.contains(effect)) {
        errors.add(FieldError.notSupported(at + ".effect", effect, TOLERATION_EFFECTS));
      }
    }
  }

  private static void gates(JsonNode gates, String path, List<FieldError> errors) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < gates.size(); i++) {
      String name = gates.get(i).path("name").asString("");
      String at = path + "[" + i + "]";
      if (!names.add(name)) {
        errors.add(FieldError.duplicate(at, name));
      }
      Labels.keyProblems(name)
          .forEach(problem -> errors.add(FieldError.invalid(at, name, problem)));
    }
  }
}
