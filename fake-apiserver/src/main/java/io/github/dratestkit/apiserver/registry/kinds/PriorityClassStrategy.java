package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Priority classes: names and values kept for the system, and a value that never changes. */
final class PriorityClassStrategy implements Strategy {

  private static final long HIGHEST_OF_USERS = 1_000_000_000;
  private static final Map<String, Long> SYSTEM =
      Map.of("system-node-critical", 2_000_001_000L, "system-cluster-critical", 2_000_000_000L);
  private static final List<String> POLICIES = List.of("Never", "PreemptLowerPriority");

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    Absent.textIfAbsent(object, "preemptionPolicy", "PreemptLowerPriority");
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    Metadata.of(object).setGeneration(1);
  }

  @Override
  public boolean managesGeneration() {
    return true;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    String name = object.path("metadata").path("name").asString("");
    long value = object.path("value").asLong(0);
    if (name.startsWith("system-")) {
      if (!Long.valueOf(value).equals(SYSTEM.get(name))) {
        errors.add(
            FieldError.forbidden(
                "metadata.name",
                "priority class names with 'system-' prefix are reserved for system use only"));
      }
    } else if (value > HIGHEST_OF_USERS) {
      errors.add(
          FieldError.forbidden(
              "value", "maximum allowed value of a user defined priority is " + HIGHEST_OF_USERS));
    }
    checkPolicy(object, errors);
    return errors;
  }

  private static void checkPolicy(ObjectNode object, List<FieldError> errors) {
    Field.of(object, errors).at("preemptionPolicy").requiredOneOf(POLICIES);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode value = object.path("value");
    if (value.asLong(0) != old.path("value").asLong(0)) {
      errors.add(FieldError.forbidden("value", "may not be changed in an update."));
    }
    if (!object.path("preemptionPolicy").equals(old.path("preemptionPolicy"))) {
      errors.add(
          FieldError.invalid(
              "preemptionPolicy",
              object.path("preemptionPolicy").asString(""),
              "field is immutable"));
    }
    return errors;
  }
}
