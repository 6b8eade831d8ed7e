package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.patch.FieldManager.Force;
import io.github.dratestkit.apiserver.patch.ScaleOwnership;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The size of a workload, read and written as a {@code Scale} of autoscaling/v1. */
final class Scaling {

  static final GroupVersionKind KIND = new GroupVersionKind("autoscaling", "v1", "Scale");

  private final KindRules rules;
  private final Conversion conversion;
  private final Updating updating;
  private final FieldTracking tracking;

  Scaling(KindRules rules, Conversion conversion, Updating updating, FieldTracking tracking) {
    this.rules = rules;
    this.conversion = conversion;
    this.tracking = tracking;
    this.updating = updating;
  }

  ObjectNode read(Target target) {
    StoredObject stored = updating.require(target);
    Optional<ScaleFields> fields = fields(target);
    if (fields.isPresent()) {
      return CustomScale.read(fields.get(), present(target, stored));
    }
    return scaleOf(stored.object());
  }

  private Optional<ScaleFields> fields(Target target) {
    return rules.of(target.resource()).scale(target.resource().version());
  }

  private ObjectNode present(Target target, StoredObject stored) {
    return conversion.fromHub(stored.object(), target.resource());
  }

  /** Replaces a scale by what the change makes of it. */
  ObjectNode update(Target target, UnaryOperator<ObjectNode> change, Write write) {
    StoredObject stored = updating.require(target);
    Optional<ScaleFields> fields = fields(target);
    if (fields.isPresent()) {
      ObjectNode live = customOwned(target, fields.get(), stored);
      ObjectNode scale = change.apply(CustomScale.whole(fields.get(), present(target, stored)));
      return commitCustom(
          target,
          fields.get(),
          tracking.changed(target.ofKind(KIND), live, scale, write),
          stored,
          write);
    }
    ObjectNode live = owned(stored.object());
    ObjectNode scale = change.apply(scaleOf(stored.object()));
    check(target, scale, stored, write);
    return commit(target, tracking.changed(target.ofKind(KIND), live, scale, write), stored, write);
  }

  /** Applies a scale. */
  ObjectNode apply(Target target, ObjectNode applied, Force force, Write write) {
    StoredObject stored = updating.require(target);
    Optional<ScaleFields> fields = fields(target);
    if (fields.isPresent()) {
      ObjectNode owned = customOwned(target, fields.get(), stored);
      tracking.applied(target.ofKind(KIND), owned, applied, force, write);
      // The real server cannot apply the scale of a custom resource: it takes it for one of those.
      throw StatusErrors.internalWithoutReason(
          "failed to convert new object (/"
              + target.name()
              + "; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an"
              + " invalid group/version: autoscaling/v1");
    }
    ObjectNode live = owned(stored.object());
    Optional<ObjectNode> scale = tracking.applied(target.ofKind(KIND), live, applied, force, write);
    if (scale.isEmpty()) {
      return scaleOf(stored.object());
    }
    check(target, scale.get(), stored, write);
    return commit(target, scale.get(), stored, write);
  }

  /** Returns the scale of a workload with who owns the size. */
  private ObjectNode owned(ObjectNode object) {
    JsonNode owners = object.path("metadata").path("managedFields");
    return own(scaleOf(object), ScaleOwnership.ofScale(owners));
  }

  private ObjectNode customOwned(Target target, ScaleFields fields, StoredObject stored) {
    ObjectNode scale = CustomScale.whole(fields, present(target, stored));
    JsonNode owners = stored.object().path("metadata").path("managedFields");
    return own(scale, ScaleOwnership.ofScale(owners, fields.wanted()));
  }

  private static ObjectNode own(ObjectNode object, ArrayNode owners) {
    object.withObjectProperty("metadata").set("managedFields", owners);
    return object;
  }

  private ObjectNode commitCustom(
      Target target, ScaleFields fields, ObjectNode scale, StoredObject stored, Write write) {
    ObjectNode object = present(target, stored).deepCopy();
    fields.want(object, scale.path("spec").path("replicas").asInt(0));
    Metadata metadata = Metadata.of(object);
    String version = Metadata.of(scale).text("resourceVersion");
    if (!version.isEmpty()) {
      metadata.set("resourceVersion", version);
    }
    own(
        object,
        ScaleOwnership.ofWorkload(
            stored.object().path("metadata").path("managedFields"),
            scale.path("metadata").path("managedFields"),
            target.resource().kind().apiVersion(),
            fields.wanted()));
    Target whole = new Target(target.resource(), target.namespace(), target.name(), "");
    Result result =
        updating.updateApplied(
            whole, unchanged -> object, write, Updating.Retry.WHEN_UNCONDITIONAL);
    return CustomScale.whole(fields, conversion.fromHub(result.object(), target.resource()));
  }

  private ObjectNode commit(Target target, ObjectNode scale, StoredObject stored, Write write) {
    ObjectNode object = stored.copy();
    object.withObjectProperty("spec").put("replicas", scale.path("spec").path("replicas").asInt(0));
    if (!object.path("spec").equals(stored.object().path("spec"))) {
      Metadata metadata = Metadata.of(object);
      if (metadata.generation() > 0) {
        metadata.setGeneration(metadata.generation() + 1);
      }
    }
    own(
        object,
        ScaleOwnership.ofWorkload(
            stored.object().path("metadata").path("managedFields"),
            scale.path("metadata").path("managedFields"),
            target.resource().kind().apiVersion()));
    return scaleOf(updating.commit(target, object, stored, write, List.of()).object());
  }

  private void check(Target target, ObjectNode scale, StoredObject stored, Write write) {
    Metadata metadata = Metadata.of(scale);
    String uid = Metadata.of(stored.object()).uid();
    if (!metadata.uid().isEmpty() && !metadata.uid().equals(uid)) {
      throw write.verb().equals("patch")
          ? otherUid(target, metadata.uid(), uid)
          : Updating.otherUid(target, metadata.uid(), uid);
    }
    String version = metadata.text("resourceVersion");
    if (!version.isEmpty()
        && !version.equals("0")
        && !version.equals(Long.toString(stored.version()))) {
      throw StatusErrors.modified(target.resource().resource(), target.name());
    }
    JsonNode replicas = scale.path("spec").path("replicas");
    if (replicas.asLong(0) < 0) {
      throw StatusErrors.invalid(
          KIND,
          target.name(),
          List.of(
              FieldError.invalid(
                  "spec.replicas", replicas.asLong(), "must be greater than or equal to 0")));
    }
  }

  private static RuntimeException otherUid(Target target, String asked, String actual) {
    GroupResource workload = target.resource().resource();
    return StatusErrors.conflict(
        new GroupResource(workload.group(), workload.resource() + "/scale"),
        target.name(),
        "Precondition failed: UID in precondition: " + asked + ", UID in object meta: " + actual);
  }

  /** Returns a scale that says no more than whose it is. */
  static ObjectNode named(ObjectNode object) {
    ObjectNode scale = JsonNodeFactory.instance.objectNode();
    scale.put("kind", KIND.kind()).put("apiVersion", KIND.apiVersion());
    Metadata metadata = Metadata.of(scale);
    for (String field :
        List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
      metadata.take(field, object);
    }
    return scale;
  }

  private ObjectNode scaleOf(ObjectNode object) {
    ObjectNode scale = named(object);
    // A size of zero is left out of the spec, but not of the status.
    int replicas = object.path("spec").path("replicas").asInt(0);
    ObjectNode spec = scale.putObject("spec");
    if (replicas != 0) {
      spec.put("replicas", replicas);
    }
    ObjectNode status = scale.putObject("status");
    status.put("replicas", object.path("status").path("replicas").asInt(0));
    String selector = selector(object.path("spec").path("selector"));
    if (!selector.isEmpty()) {
      status.put("selector", selector);
    }
    return scale;
  }

  /** Writes a selector of an object as requests carry it, sorted by key. */
  private static String selector(JsonNode selector) {
    JsonNode labels = selector.has("matchLabels") ? selector.path("matchLabels") : selector;
    List<String> terms = new ArrayList<>();
    for (Map.Entry<String, JsonNode> label : labels.properties()) {
      if (label.getValue().isString()) {
        terms.add(label.getKey() + "=" + label.getValue().asString());
      }
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      terms.add(term(expression));
    }
    terms.sort(null);
    return String.join(",", terms);
  }

  private static String term(JsonNode expression) {
    String key = expression.path("key").asString("");
    List<String> values = new ArrayList<>();
    expression.path("values").forEach(value -> values.add(value.asString("")));
    values.sort(null);
    String list = " (" + String.join(",", values) + ")";
    return switch (expression.path("operator").asString("")) {
      case "In" -> key + " in" + list;
      case "NotIn" -> key + " notin" + list;
      case "DoesNotExist" -> "!" + key;
      default -> key;
    };
  }
}
