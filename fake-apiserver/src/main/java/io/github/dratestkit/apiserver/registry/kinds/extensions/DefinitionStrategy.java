package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.FinalizerRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.ConditionList;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Definitions of custom resources (apiextensions-apiserver,
 * pkg/registry/customresourcedefinition/strategy.go, 1.37).
 */
final class DefinitionStrategy implements CountedSpec {

  private static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    ObjectNode names = Absent.object(spec, "names");
    String kind = names.path("kind").asString("");
    if (!kind.isEmpty()) {
      Absent.text(names, "singular", kind.toLowerCase(Locale.ROOT));
      Absent.text(names, "listKind", kind + "List");
    }
    if (!spec.hasNonNull("conversion")) {
      spec.putObject("conversion").put("strategy", "None");
    }
    if (object.get("status") instanceof ObjectNode status
        && status.path("storedVersions").isEmpty()) {
      status.putNull("storedVersions");
      addStoredVersion(object);
    }
    if (spec.path("conversion").path("webhook").get("clientConfig") instanceof ObjectNode config) {
      WebhookClients.applyDefaults(config);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedSpec.super.prepareForCreate(object, context);
    ObjectNode status = object.putObject("status");
    status.putNull("conditions");
    status.putObject("acceptedNames").put("plural", "").put("kind", "");
    status.putNull("storedVersions");
    addStoredVersion(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    CountedSpec.super.prepareForUpdate(object, old, context);
    object.set("status", old.path("status").deepCopy());
    addStoredVersion(object);
  }

  private static void addStoredVersion(ObjectNode object) {
    for (JsonNode version : object.path("spec").path("versions")) {
      if (version.path("storage").asBoolean(false)) {
        ArrayNode stored = Absent.list((ObjectNode) object.path("status"), "storedVersions");
        String name = version.path("name").asString("");
        boolean isThere = false;
        for (JsonNode known : stored) {
          isThere |= known.asString("").equals(name);
        }
        if (!isThere) {
          stored.add(name);
        }
        return;
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    DefinitionValidation.check(Field.of(object, errors), null);
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    DefinitionValidation.check(Field.of(object, errors), old);
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    DefinitionValidation.names(Field.of(object, errors).at("status", "acceptedNames"));
    return errors;
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return SchemaWarnings.of(object);
  }

  @Override
  public List<String> warningsOfChange(ObjectNode object, ObjectNode old, WriteContext context) {
    List<String> added = new ArrayList<>(SchemaWarnings.of(object));
    added.removeAll(SchemaWarnings.of(old));
    return added;
  }

  // A definition goes after its objects: its finalizer and its condition come with the deletion.
  @Override
  public boolean beginsDeletion(ObjectNode object, WriteContext context) {
    ObjectNode metadata = Absent.object(object, "metadata");
    metadata.put("deletionTimestamp", context.now().toString());
    ArrayNode finalizers = Absent.list(metadata, "finalizers");
    if (finalizers.valueStream().noneMatch(known -> known.asString("").equals(CLEANUP))) {
      finalizers.add(CLEANUP);
    }
    ConditionList.set(
        object,
        "Terminating",
        "True",
        "InstanceDeletionPending",
        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
        context.now());
    return true;
  }

  @Override
  public FinalizerRule finalizerRule() {
    return FinalizerRule.ANY_NAME;
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }
}
