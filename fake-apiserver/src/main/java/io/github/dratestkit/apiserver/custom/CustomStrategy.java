package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.codec.table.TableColumns;
import io.github.dratestkit.apiserver.registry.FinalizerRule;
import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.ScaleFields;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What custom resources of one definition have in common with each other and with no other kind
 * (apiextensions-apiserver, pkg/registry/customresource/strategy.go, 1.37). In all versions they
 * have the same fields; each version keeps of them what its schema declares.
 */
final class CustomStrategy implements Strategy {

  private final ServedDefinition served;

  CustomStrategy(ServedDefinition served) {
    this.served = served;
  }

  private StructuralSchema schema(String version) {
    return served.version(version).map(DefinedVersion::schema).orElse(StructuralSchema.NOTHING);
  }

  private boolean hasStatus(WriteContext context) {
    return version(context).map(DefinedVersion::hasStatus).orElse(false);
  }

  private Optional<DefinedVersion> version(WriteContext context) {
    return served.version(context.requestVersion());
  }

  @Override
  public String hubVersion() {
    return served.definition().storageVersion();
  }

  @Override
  public String readingForm() {
    return served.readingForm();
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    schema(version).applyDefaults(object);
  }

  // What was stored follows the schema that its version has now, and then that of the reader.
  @Override
  public void fromHub(ObjectNode object, String version) {
    String apiVersion = object.path("apiVersion").asString("");
    StructuralSchema stored = schema(apiVersion.substring(apiVersion.lastIndexOf('/') + 1));
    stored.prune(object);
    stored.removeNulls(object);
    stored.applyDefaults(object);
    StructuralSchema wanted = schema(version);
    if (wanted != stored) {
      wanted.prune(object);
      wanted.removeNulls(object);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    if (hasStatus(context)) {
      object.remove("status");
    }
    Metadata.of(object).setGeneration(1);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (!fieldsOf(object).equals(fieldsOf(old))) {
      Metadata.of(object).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  private static Map<String, JsonNode> fieldsOf(ObjectNode object) {
    Map<String, JsonNode> fields = new HashMap<>();
    object.forEachEntry(fields::put);
    fields.remove("metadata");
    return fields;
  }

  @Override
  public boolean managesGeneration() {
    return true;
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public Optional<String> creationRefusal() {
    Definition definition = served.definition();
    return definition.isDeleting() || definition.isTrue(Definition.TERMINATING)
        ? Optional.of("create not allowed while custom resource definition is terminating")
        : Optional.empty();
  }

  @Override
  public Optional<TableColumns> columns(String version) {
    return served
        .version(version)
        .map(known -> known.source().path("additionalPrinterColumns"))
        .map(TableColumns::ofDefinition);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    return version(context)
        .map(known -> ObjectCheck.create(known, object, context))
        .orElse(List.of());
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    return version(context)
        .map(known -> ObjectCheck.update(known, object, old, context))
        .orElse(List.of());
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    return version(context)
        .map(known -> ObjectCheck.statusUpdate(known, object, old, context))
        .orElse(List.of());
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return FinalizerWarnings.of(Metadata.of(object).finalizers());
  }

  @Override
  public List<String> warningsOfChange(ObjectNode object, ObjectNode old, WriteContext context) {
    List<String> added = new ArrayList<>(Metadata.of(object).finalizers());
    added.removeAll(Metadata.of(old).finalizers());
    return FinalizerWarnings.of(added);
  }

  @Override
  public List<String> selectableFieldNames(String version) {
    return served.version(version).map(DefinedVersion::selectableFields).orElse(List.of());
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    Map<String, String> values = new HashMap<>();
    for (DefinedVersion version : served.versions()) {
      for (String field : version.selectableFields()) {
        JsonNode value = ScaleFields.at(object, List.of(field.split("\\.")));
        values.put(field, value.isValueNode() ? value.asString("") : "");
      }
    }
    return values;
  }

  @Override
  public Optional<ScaleFields> scale(String version) {
    return served.version(version).flatMap(ScalePaths::of);
  }

  @Override
  public FinalizerRule finalizerRule() {
    return FinalizerRule.ANY_NAME;
  }

  @Override
  public long knownSince() {
    return served.since();
  }

  @Override
  public Runnable onRetirement(Runnable end) {
    return served.onRetirement(end);
  }
}
