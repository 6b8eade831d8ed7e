package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Namespaces: a label with their name, a finalizer of their own, and a phase. */
final class NamespaceStrategy implements Strategy {

  private static final String OWN_FINALIZER = "kubernetes";
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

  @Override
  public NameRule nameRule() {
    return NameRule.DNS_LABEL;
  }

  // The label is a default, so whoever makes the namespace owns it.
  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (!object.path("metadata").path("name").asString("").isEmpty()) {
      label(object);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    ObjectNode spec =
        object.get("spec") instanceof ObjectNode present ? present : object.putObject("spec");
    List<String> finalizers = new ArrayList<>();
    spec.path("finalizers").forEach(finalizer -> finalizers.add(finalizer.asString("")));
    if (!finalizers.contains(OWN_FINALIZER)) {
      finalizers.add(OWN_FINALIZER);
    }
    ArrayNode kept = spec.putArray("finalizers");
    finalizers.forEach(kept::add);
    object.putObject("status").put("phase", "Active");
    label(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (!context.subresource().equals("finalize")) {
      object.set("spec", old.path("spec").deepCopy());
    }
    label(object);
  }

  // The path of a new namespace's finalizer names the list, that of a finalized one's the item.
  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field finalizers = Field.of(object, errors).at("spec", "finalizers");
    finalizers.items().forEach(item -> finalizer(item.named(finalizers.path())));
    return errors;
  }

  private static void finalizer(Field finalizer) {
    Formats.qualifiedName(finalizer);
    boolean standard =
        List.of(OWN_FINALIZER, "orphan", "foregroundDeletion").contains(finalizer.text());
    if (!standard && finalizer.text().indexOf('/') < 0) {
      finalizer.invalid("name is neither a standard finalizer name nor fully qualified");
    }
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    label(object);
    Absent.text(Absent.object(object, "status"), "phase", "Active");
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    return validateUpdate(object, old, context);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (context.subresource().equals("finalize")) {
      List<FieldError> errors = new ArrayList<>();
      Field.of(object, errors)
          .at("spec", "finalizers")
          .items()
          .forEach(NamespaceStrategy::finalizer);
      return errors;
    }
    boolean going = !object.path("metadata").path("deletionTimestamp").isMissingNode();
    String phase = object.path("status").path("phase").asString("");
    String wanted = going ? "Terminating" : "Active";
    if (phase.equals(wanted) || phase.isEmpty()) {
      return List.of();
    }
    return List.of(
        FieldError.invalid(
            "status.Phase",
            phase,
            "may only be '"
                + wanted
                + "' if `deletionTimestamp` is "
                + (going ? "not empty" : "empty")));
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("status.phase");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("status.phase", object.path("status").path("phase").asString(""));
  }

  private static void label(ObjectNode object) {
    ObjectNode metadata = (ObjectNode) object.get("metadata");
    ObjectNode labels =
        metadata.get("labels") instanceof ObjectNode present
            ? present
            : metadata.putObject("labels");
    labels.put(NAME_LABEL, metadata.path("name").asString(""));
  }
}
