package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests for certificates: whoever approves or signs adds conditions, which get the time when
 * they come (pkg/registry/certificates/certificates, 1.37). What is asked for never changes.
 */
final class CertificateRequestStrategy implements Strategy {

  private static final String SPEC = "spec";
  private static final String STATUS = "status";
  private static final String SIGNER = "signerName";
  private static final String CONDITIONS = "status.conditions";
  private static final List<String> ALWAYS_TRUE = List.of("Approved", "Denied", "Failed");

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec." + SIGNER);
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode request) {
    return Map.of("spec." + SIGNER, request.path("spec").path(SIGNER).asString(""));
  }

  @Override
  public void prepareForCreate(ObjectNode request, WriteContext context) {
    ObjectNode spec = Absent.object(request, SPEC);
    spec.remove(List.of("username", "uid", "groups", "extra"));
    WriteContext.Caller caller = context.caller();
    spec.put("username", caller.user());
    if (!caller.uid().isEmpty()) {
      spec.put("uid", caller.uid());
    }
    if (!caller.groups().isEmpty()) {
      ArrayNode groups = spec.putArray("groups");
      caller.groups().forEach(groups::add);
    }
    if (!caller.extra().isEmpty()) {
      ObjectNode extra = spec.putObject("extra");
      caller.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    request.putObject(STATUS);
  }

  @Override
  public void prepareForUpdate(ObjectNode request, ObjectNode old, WriteContext context) {
    if (context.subresource().equals("approval")) {
      addTimes(request, old, context);
    } else {
      request.set(SPEC, old.path(SPEC));
      request.set(STATUS, old.path(STATUS));
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode request, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    CertificateRequests.check(Field.of(request, errors).at(SPEC));
    return errors;
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode request, ObjectNode old, WriteContext context) {
    addTimes(request, old, context);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode request, ObjectNode old, WriteContext context) {
    return context.subresource().equals("approval") ? checkConditions(request, old) : List.of();
  }

  private static List<FieldError> checkConditions(ObjectNode request, ObjectNode old) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode conditions = request.path("status").path("conditions");
    for (int i = 0; i < conditions.size(); i++) {
      String path = CONDITIONS + "[" + i + "].status";
      String status = conditions.get(i).path("status").asString("");
      boolean fixed = ALWAYS_TRUE.contains(conditions.get(i).path("type").asString(""));
      List<String> allowed = fixed ? List.of("True") : List.of("False", "True", "Unknown");
      if (status.isEmpty()) {
        errors.add(FieldError.required(path, ""));
      } else if (!allowed.contains(status)) {
        errors.add(FieldError.notSupported(path, status, allowed));
      }
    }
    if (has(request, "Approved") && has(request, "Denied") && !has(old, "Denied")) {
      errors.add(
          FieldError.invalid(
              CONDITIONS, "Denied", "Approved and Denied conditions are mutually exclusive"));
    }
    for (String type : ALWAYS_TRUE) {
      if (has(old, type) && !has(request, type)) {
        errors.add(
            FieldError.forbidden(
                CONDITIONS, "updates may not remove a condition of type \"" + type + "\""));
      }
    }
    return errors;
  }

  private static boolean has(JsonNode request, String type) {
    for (JsonNode condition : request.path("status").path("conditions")) {
      if (condition.path("type").asString("").equals(type)) {
        return true;
      }
    }
    return false;
  }

  private static void addTimes(ObjectNode request, ObjectNode old, WriteContext context) {
    String now = context.now().truncatedTo(ChronoUnit.SECONDS).toString();
    for (JsonNode one : request.path("status").path("conditions")) {
      if (one instanceof ObjectNode condition) {
        if (condition.path("lastUpdateTime").asString("").isEmpty()) {
          condition.put("lastUpdateTime", now);
        }
        if (condition.path("lastTransitionTime").asString("").isEmpty()) {
          condition.put("lastTransitionTime", since(condition, old, now));
        }
      }
    }
  }

  // A condition that stays as it was keeps the time since when it is so.
  private static String since(JsonNode condition, ObjectNode old, String now) {
    for (JsonNode before : old.path("status").path("conditions")) {
      if (before.path("type").equals(condition.path("type"))
          && before.path("status").equals(condition.path("status"))) {
        return before.path("lastTransitionTime").asString(now);
      }
    }
    return now;
  }
}
