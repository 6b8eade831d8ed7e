package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events, which two groups of the API show in two forms (pkg/apis/events/v1/conversion.go and
 * pkg/apis/core/validation/events.go, 1.37). They are kept in the older one.
 */
final class EventStrategy implements Strategy {

  private static final int TEXT_LIMIT = 128;
  private static final int MESSAGE_LIMIT = 1024;

  /** The names of the fields in the newer group and in the core group. */
  private static final Map<String, String> NAMES =
      Map.of(
          "note", "message",
          "regarding", "involvedObject",
          "reportingController", "reportingComponent",
          "deprecatedSource", "source",
          "deprecatedFirstTimestamp", "firstTimestamp",
          "deprecatedLastTimestamp", "lastTimestamp",
          "deprecatedCount", "count");

  /** What no update through events.k8s.io changes. */
  private static final List<String> FIXED =
      List.of(
          "involvedObject",
          "reason",
          "message",
          "source",
          "firstTimestamp",
          "lastTimestamp",
          "count",
          "type",
          "eventTime",
          "action",
          "related",
          "reportingComponent",
          "reportingInstance");

  private static final List<String> REFERENCE =
      List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");
  private static final List<String> CORE_SELECTABLE =
      fields("involvedObject", "reason", "reportingComponent", "source", "type");
  private static final List<String> NEWER_SELECTABLE =
      fields("regarding", "reason", "reportingController", "type");

  private static List<String> fields(String reference, String... others) {
    List<String> fields = new ArrayList<>(List.of(others));
    REFERENCE.forEach(name -> fields.add(reference + "." + name));
    return List.copyOf(fields);
  }

  @Override
  public Dependents dependents() {
    return Dependents.UNCOLLECTED;
  }

  @Override
  public void toHub(ObjectNode object, String version) {
    NAMES.forEach((newer, core) -> rename(object, newer, core));
  }

  @Override
  public void fromHub(ObjectNode object, String version) {
    NAMES.forEach((newer, core) -> rename(object, core, newer));
  }

  private static void rename(ObjectNode object, String from, String to) {
    JsonNode value = object.remove(from);
    if (value != null) {
      object.set(to, value);
    }
  }

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  // The core group takes any name.
  @Override
  public NameRule nameRule() {
    return NameRule.PATH_SEGMENT;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode event, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    always(event, context, errors);
    if (!isCore(context)) {
      Field name = Field.of(event, errors).at("metadata", "name");
      if (!name.isEmpty()) {
        name.invalid(NameRule.DNS_SUBDOMAIN.problem(name.text()));
      }
      checkSeries(event, errors);
      checkNewForm(event, errors);
    }
    return errors;
  }

  private static void always(ObjectNode event, WriteContext context, List<FieldError> errors) {
    String namespace = event.path("metadata").path("namespace").asString("");
    String about = event.path("involvedObject").path("namespace").asString("");
    if (text(event, "eventTime").isEmpty()) {
      boolean agrees =
          about.isEmpty()
              ? namespace.isEmpty() || namespace.equals("default")
              : about.equals(namespace);
      requireNamespace(agrees, about, errors);
    } else {
      boolean agrees =
          !about.isEmpty() || namespace.equals("default") || namespace.equals("kube-system");
      requireNamespace(agrees, about, errors);
      checkReporter(event, context, errors);
    }
  }

  // Through events.k8s.io an event is what the newer form says, and nothing of the older one.
  private static void checkNewForm(ObjectNode event, List<FieldError> errors) {
    if (text(event, "eventTime").isEmpty()) {
      errors.add(FieldError.required("eventTime", ""));
    }
    String type = text(event, "type");
    if (!type.equals("Normal") && !type.equals("Warning")) {
      errors.add(FieldError.invalid("type", "", "has invalid value: " + type));
    }
    for (String time : List.of("firstTimestamp", "lastTimestamp")) {
      if (!text(event, time).isEmpty()) {
        errors.add(FieldError.invalid(time, "", "needs to be unset"));
      }
    }
    if (event.path("count").asInt(0) != 0) {
      errors.add(FieldError.invalid("count", "", "needs to be unset"));
    }
    JsonNode source = event.path("source");
    if (source.has("component") || source.has("host")) {
      errors.add(FieldError.invalid("source", "", "needs to be unset"));
    }
  }

  private static void checkSeries(ObjectNode event, List<FieldError> errors) {
    JsonNode series = event.path("series");
    if (!series.isObject()) {
      return;
    }
    if (series.path("count").asInt(0) < 2) {
      errors.add(FieldError.invalid("series.count", "", "should be at least 2"));
    }
    if (!series.path("lastObservedTime").isString()) {
      errors.add(FieldError.required("series.lastObservedTime", ""));
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode event, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    always(event, context, errors);
    if (isCore(context)) {
      return errors;
    }
    if (!event.path("series").equals(old.path("series"))) {
      checkSeries(event, errors);
    }
    for (String field : FIXED) {
      JsonNode value = event.path(field);
      if (!value.equals(old.path(field))) {
        String shown = field.equals("reportingComponent") ? "reportingController" : field;
        errors.add(
            FieldError.invalid(
                shown, value.isString() ? value.stringValue() : value, "field is immutable"));
      }
    }
    return errors;
  }

  private static boolean isCore(WriteContext context) {
    return !context.requestVersion().startsWith("events.k8s.io");
  }

  private static void requireNamespace(boolean agrees, String about, List<FieldError> errors) {
    if (!agrees) {
      errors.add(
          FieldError.invalid("involvedObject.namespace", about, "does not match event.namespace"));
    }
  }

  private static void checkReporter(
      ObjectNode event, WriteContext context, List<FieldError> errors) {
    String reporter = text(event, "reportingComponent");
    String field = isCore(context) ? "reportingComponent" : "reportingController";
    if (reporter.isEmpty()) {
      errors.add(FieldError.required(field, ""));
    }
    Labels.keyProblems(reporter)
        .forEach(problem -> errors.add(FieldError.invalid(field, reporter, problem)));
    for (String name : List.of("reportingInstance", "action", "reason")) {
      String value = text(event, name);
      if (value.isEmpty()) {
        errors.add(FieldError.required(name, ""));
      }
      if (value.length() > TEXT_LIMIT) {
        errors.add(FieldError.invalid(name, "", "can have at most 128 characters"));
      }
    }
    if (text(event, "message").length() > MESSAGE_LIMIT) {
      errors.add(FieldError.invalid("message", "", "can have at most 1024 characters"));
    }
  }

  @Override
  public List<String> selectableFieldNames(String version) {
    return version.startsWith("events.k8s.io") ? NEWER_SELECTABLE : CORE_SELECTABLE;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode event) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String name : REFERENCE) {
      String value = event.path("involvedObject").path(name).asString("");
      fields.put("involvedObject." + name, value);
      fields.put("regarding." + name, value);
    }
    String reporter = text(event, "reportingComponent");
    String source = event.path("source").path("component").asString("");
    fields.put("reason", text(event, "reason"));
    fields.put("type", text(event, "type"));
    fields.put("reportingComponent", reporter);
    fields.put("reportingController", reporter);
    fields.put("source", source.isEmpty() ? reporter : source);
    return fields;
  }

  private static String text(ObjectNode event, String field) {
    return event.path(field).asString("");
  }
}
