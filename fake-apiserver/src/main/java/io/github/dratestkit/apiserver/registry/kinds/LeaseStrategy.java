package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Leases: a PUT may create them, and one of an existing lease must name its version. */
final class LeaseStrategy implements Strategy {

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  // Both belong to CoordinatedLeaderElection, which is off unless its gate is on.
  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    if (object.get("spec") instanceof ObjectNode spec) {
      spec.remove(List.of("strategy", "preferredHolder"));
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    prepareForCreate(object, context);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode spec = object.path("spec");
    JsonNode duration = spec.path("leaseDurationSeconds");
    if (duration.isNumber() && duration.asLong() <= 0) {
      errors.add(
          FieldError.invalid(
              "spec.leaseDurationSeconds", duration.asLong(), "must be greater than 0"));
    }
    JsonNode transitions = spec.path("leaseTransitions");
    if (transitions.isNumber() && transitions.asLong() < 0) {
      errors.add(
          FieldError.invalid(
              "spec.leaseTransitions", transitions.asLong(), "must be greater than or equal to 0"));
    }
    return errors;
  }
}
