package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Amounts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Nodes: what is there can be allocated unless they say less, and taints are well formed. */
final class NodeStrategy implements Strategy {

  private static final String DECLARED = "declaredFeatures";
  private static final String RANGE = "podCIDR";
  private static final String RANGES = "podCIDRs";

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.get("spec") instanceof ObjectNode spec) {
      ranges(spec);
    }
    if (object.get("status") instanceof ObjectNode status) {
      Amounts.roundUp(status.path("capacity"));
      Amounts.roundUp(status.path("allocatable"));
      if (Absent.is(status, "allocatable") && !status.path("capacity").isEmpty()) {
        status.set("allocatable", status.path("capacity").deepCopy());
      }
    }
  }

  // The one range is the first of the ranges; if they differ, it is right.
  private static void ranges(ObjectNode spec) {
    String one = spec.path(RANGE).asString("");
    JsonNode many = spec.path(RANGES);
    if (one.isEmpty() && !many.isEmpty()) {
      spec.put(RANGE, many.get(0).asString(""));
    } else if (!one.isEmpty() && !many.path(0).asString("").equals(one)) {
      spec.putArray(RANGES).add(one);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    dropDisabled(object, object.objectNode(), context);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    dropDisabled(object, old, context);
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (!old.path("status").has("config") && object.path("status") instanceof ObjectNode status) {
      status.remove("config");
    }
  }

  // The status of a node that is there may hold them whatever the gate says.
  private static void dropDisabled(ObjectNode node, JsonNode old, WriteContext context) {
    if (!context.features().enabled("NodeDeclaredFeatures")
        && !old.path("status").has(DECLARED)
        && node.path("status") instanceof ObjectNode status) {
      status.remove(DECLARED);
    }
    if (node.path("spec") instanceof ObjectNode spec) {
      if (!old.path("spec").has("configSource")) {
        spec.remove("configSource");
      }
      boolean preempts = context.features().enabled("InPlacePodVerticalScalingSchedulerPreemption");
      if (!preempts && !old.path("spec").has("podPreemptionPolicy")) {
        spec.remove("podPreemptionPolicy");
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.node(object);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    NodeValidation.whole(Field.of(object, errors));
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    NodeValidation.whole(Field.of(object, errors));
    NodeValidation.changed(Field.of(object, errors), Field.of(old, errors));
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    NodeValidation.reported(Field.of(object, errors));
    NodeValidation.changed(Field.of(object, errors), Field.of(old, errors));
    return errors;
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.unschedulable");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "spec.unschedulable",
        Boolean.toString(object.path("spec").path("unschedulable").asBoolean(false)));
  }
}
