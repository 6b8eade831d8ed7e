package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Nodes: what is there can be allocated unless they say less, and taints are well formed. */
final class NodeStrategy implements Strategy {

  private static final String DECLARED = "declaredFeatures";
  private static final Pattern FEATURE =
      Pattern.compile("[A-Z][a-zA-Z0-9]*(/[a-zA-Z][a-zA-Z0-9]*)*");
  private static final int FEATURE_LIMIT = 253;
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.get("spec") instanceof ObjectNode spec
        && !spec.path("podCIDR").asString("").isEmpty()
        && Absent.is(spec, "podCIDRs")) {
      spec.putArray("podCIDRs").add(spec.path("podCIDR").asString(""));
    }
    JsonNode capacity = object.path("status").path("capacity");
    if (!capacity.isEmpty() && object.get("status") instanceof ObjectNode status) {
      if (Absent.is(status, "allocatable")) {
        status.set("allocatable", capacity.deepCopy());
      }
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    dropDeclaredFeatures(object, object.objectNode(), context);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    dropDeclaredFeatures(object, old, context);
  }

  // The status of a node that is there may hold them whatever the gate says.
  private static void dropDeclaredFeatures(ObjectNode node, JsonNode old, WriteContext context) {
    boolean inUse = old.path("status").has(DECLARED);
    if (!context.features().enabled("NodeDeclaredFeatures")
        && !inUse
        && node.path("status") instanceof ObjectNode status) {
      status.remove(DECLARED);
    }
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    declaredFeatures(object, errors);
    return errors;
  }

  // Only neighbours are compared: the list must be sorted.
  private static void declaredFeatures(ObjectNode node, List<FieldError> errors) {
    JsonNode declared = node.path("status").path(DECLARED);
    for (int i = 0; i < declared.size(); i++) {
      String path = "status." + DECLARED + "[" + i + "]";
      String feature = declared.get(i).asString("");
      if (!FEATURE.matcher(feature).matches() || feature.length() > FEATURE_LIMIT) {
        errors.add(
            FieldError.invalid(path, feature, "must be words in camel case with / between them"));
      }
      String before = i == 0 ? "" : declared.get(i - 1).asString("");
      if (i > 0 && before.equals(feature)) {
        errors.add(FieldError.duplicate(path, feature));
      } else if (before.compareTo(feature) > 0) {
        errors.add(FieldError.invalid(path, feature, "must come after " + before));
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    declaredFeatures(object, errors);
    JsonNode taints = object.path("spec").path("taints");
    Set<String> known = new HashSet<>();
    for (int i = 0; i < taints.size(); i++) {
      // The paths are upstream's: the validator is called with the path of the metadata.
      taint(taints.get(i), "metadata.taints[" + i + "]", known, errors);
    }
    return errors;
  }

  private static void taint(
      JsonNode taint, String path, Set<String> known, List<FieldError> errors) {
    String key = taint.path("key").asString("");
    Labels.keyProblems(key)
        .forEach(problem -> errors.add(FieldError.invalid(path + ".key", key, problem)));
    String value = taint.path("value").asString("");
    Labels.valueProblem(value)
        .ifPresent(problem -> errors.add(FieldError.invalid(path + ".value", value, problem)));
    String effect = taint.path("effect").asString("");
    if (effect.isEmpty()) {
      errors.add(FieldError.required(path + ".effect", ""));
    } else if (!EFFECTS.contains(effect)) {
      errors.add(FieldError.notSupported(path + ".effect", effect, EFFECTS));
    }
    if (!known.add(key + ":" + effect)) {
      errors.add(FieldError.duplicate(path, taint));
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    JsonNode before = old.path("spec").path("providerID");
    if (!before.asString("").isEmpty() && !before.equals(object.path("spec").path("providerID"))) {
      errors.add(
          FieldError.forbidden(
              "spec.providerID",
              "node updates may not change providerID except from \"\" to valid"));
    }
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
