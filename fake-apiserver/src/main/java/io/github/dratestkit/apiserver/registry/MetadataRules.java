package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.codec.GoText;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What metadata must look like, for every kind (apimachinery/pkg/api/validation/objectmeta.go,
 * 1.37).
 */
public final class MetadataRules {

  private static final String PATH = "metadata";
  private static final int ANNOTATIONS_LIMIT = 256 << 10;
  private static final Set<String> BARE_FINALIZERS = Set.of("orphan", "foregroundDeletion");

  private MetadataRules() {}

  /** Returns what is wrong with the metadata of a new object. */
  public static List<FieldError> create(
      ObjectNode object, NameRule rule, FinalizerRule finalizers) {
    Metadata metadata = Metadata.of(object);
    List<FieldError> errors = new ArrayList<>();
    String prefix = metadata.text("generateName");
    if (!prefix.isEmpty()) {
      rule.prefixProblem(prefix)
          .ifPresent(
              problem -> errors.add(FieldError.invalid(PATH + ".generateName", prefix, problem)));
    }
    if (metadata.name().isEmpty()) {
      errors.add(FieldError.required(PATH + ".name", "name or generateName is required"));
    } else {
      rule.problem(metadata.name())
          .ifPresent(
              problem -> errors.add(FieldError.invalid(PATH + ".name", metadata.name(), problem)));
    }
    errors.addAll(always(metadata, finalizers));
    return errors;
  }

  /** Returns what is wrong with the metadata of a changed object. */
  static List<FieldError> update(ObjectNode object, ObjectNode old, FinalizerRule finalizers) {
    Metadata now = Metadata.of(object);
    Metadata before = Metadata.of(old);
    List<FieldError> errors = new ArrayList<>();
    for (String field : List.of("name", "namespace", "uid", "creationTimestamp")) {
      if (!now.text(field).equals(before.text(field))) {
        errors.add(FieldError.invalid(PATH + "." + field, now.text(field), "field is immutable"));
      }
    }
    if (!now.text("deletionTimestamp").equals(before.text("deletionTimestamp"))) {
      errors.add(
          FieldError.invalid(
              PATH + ".deletionTimestamp", now.text("deletionTimestamp"), "field is immutable"));
    }
    JsonNode grace = now.node("deletionGracePeriodSeconds");
    if (!grace.equals(before.node("deletionGracePeriodSeconds"))) {
      errors.add(
          FieldError.invalid(PATH + ".deletionGracePeriodSeconds", grace, "field is immutable"));
    }
    if (before.isDeleting()) {
      Set<String> added = new LinkedHashSet<>(now.finalizers());
      before.finalizers().forEach(added::remove);
      if (!added.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                PATH + ".finalizers",
                "no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers "
                    + GoText.strings(added)));
      }
    }
    errors.addAll(always(now, finalizers));
    return errors;
  }

  /** Returns what is wrong with labels, as any object may carry them. */
  public static List<FieldError> labels(JsonNode labels, String path) {
    List<FieldError> errors = new ArrayList<>();
    for (Map.Entry<String, JsonNode> label : labels.properties()) {
      Labels.keyProblems(label.getKey())
          .forEach(problem -> errors.add(FieldError.invalid(path, label.getKey(), problem)));
      String value = label.getValue().asString("");
      Labels.valueProblem(value)
          .ifPresent(problem -> errors.add(FieldError.invalid(path, value, problem)));
    }
    return errors;
  }

  /** Returns what is wrong with annotations, as any object may carry them. */
  public static List<FieldError> annotations(JsonNode annotations, String path) {
    List<FieldError> errors = new ArrayList<>();
    long size = 0;
    for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
      String key = annotation.getKey();
      size += key.length() + annotation.getValue().asString("").length();
      Labels.keyProblems(key.toLowerCase(java.util.Locale.ROOT))
          .forEach(problem -> errors.add(FieldError.invalid(path, key, problem)));
    }
    if (size > ANNOTATIONS_LIMIT) {
      errors.add(FieldError.tooLong(path, ANNOTATIONS_LIMIT));
    }
    return errors;
  }

  private static List<FieldError> always(Metadata metadata, FinalizerRule finalizers) {
    List<FieldError> errors = new ArrayList<>();
    if (metadata.generation() < 0) {
      errors.add(
          FieldError.invalid(
              PATH + ".generation", metadata.generation(), "must be greater than or equal to 0"));
    }
    errors.addAll(labels(metadata.node("labels"), PATH + ".labels"));
    errors.addAll(annotations(metadata.node("annotations"), PATH + ".annotations"));
    errors.addAll(owners(metadata.node("ownerReferences")));
    errors.addAll(finalizers(metadata.finalizers(), finalizers));
    return errors;
  }

  private static List<FieldError> owners(JsonNode owners) {
    List<FieldError> errors = new ArrayList<>();
    String path = PATH + ".ownerReferences";
    String controller = "";
    for (int i = 0; i < owners.size(); i++) {
      JsonNode owner = owners.get(i);
      String at = path + "[" + i + "]";
      String version = owner.path("apiVersion").asString("");
      if (version.isEmpty()) {
        errors.add(FieldError.required(at + ".apiVersion", "must not be empty"));
      } else if (version.indexOf('/') != version.lastIndexOf('/')) {
        errors.add(
            FieldError.invalid(
                at + ".apiVersion", version, "must be <group>/<version> or <version>"));
      }
      for (String field : List.of("kind", "name", "uid")) {
        if (owner.path(field).asString("").isEmpty()) {
          errors.add(FieldError.required(at + "." + field, "must not be empty"));
        }
      }
      if (version.equals("v1") && owner.path("kind").asString("").equals("Event")) {
        errors.add(
            FieldError.invalid(at, owner, "/v1, Kind=Event is disallowed from being an owner"));
      }
      if (owner.path("controller").asBoolean(false)) {
        String name = owner.path("kind").asString("") + "/" + owner.path("name").asString("");
        if (!controller.isEmpty()) {
          errors.add(
              FieldError.invalid(
                  path,
                  owners,
                  "Only one reference can have Controller set to true. Found \"true\" in"
                      + " references for "
                      + controller
                      + " and "
                      + name));
        }
        controller = name;
      }
    }
    return errors;
  }

  private static List<FieldError> finalizers(List<String> finalizers, FinalizerRule rule) {
    List<FieldError> errors = new ArrayList<>();
    String path = PATH + ".finalizers";
    for (int i = 0; i < finalizers.size(); i++) {
      String finalizer = finalizers.get(i);
      String at = path + "[" + i + "]";
      Labels.keyProblems(finalizer)
          .forEach(problem -> errors.add(FieldError.invalid(path, finalizer, problem)));
      if (rule == FinalizerRule.OWN_OR_QUALIFIED
          && finalizer.indexOf('/') < 0
          && !BARE_FINALIZERS.contains(finalizer)
          && !finalizer.equals("kubernetes")) {
        errors.add(
            FieldError.invalid(
                at,
                finalizer,
                "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
    if (finalizers.containsAll(BARE_FINALIZERS)) {
      errors.add(
          FieldError.invalid(path, finalizers, "orphan and foregroundDeletion exclude each other"));
    }
    return errors;
  }
}
