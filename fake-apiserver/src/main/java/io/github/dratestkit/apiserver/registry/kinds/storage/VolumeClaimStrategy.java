package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Semantic;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Claims of storage, which never change but to grow (core validation and pkg/api/pvc, 1.37). */
final class VolumeClaimStrategy implements Strategy {

  private static final String OWN_KIND = "PersistentVolumeClaim";

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    VolumeSourceDefaults.ofClaim(Absent.object(object, "spec"));
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object.putObject("status").put("phase", "Pending");
    if (object.get("spec") instanceof ObjectNode spec) {
      dropForeignSource(spec, context);
      dropUnusableSource(spec);
      sameSource(spec);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (object.get("spec") instanceof ObjectNode spec) {
      if (!old.path("spec").has("dataSourceRef")) {
        dropForeignSource(spec, context);
      }
      if (!old.path("spec").has("dataSource")) {
        dropUnusableSource(spec);
      }
      sameSource(spec);
    }
  }

  private static void dropForeignSource(ObjectNode spec, WriteContext context) {
    String namespace = spec.path("dataSourceRef").path("namespace").asString("");
    if (!namespace.isEmpty() && !context.features().enabled("CrossNamespaceVolumeDataSource")) {
      spec.remove("dataSourceRef");
    }
  }

  // A source is a claim or a snapshot; anything else is for dataSourceRef.
  private static void dropUnusableSource(ObjectNode spec) {
    Field source = Field.of(spec, new ArrayList<>()).at("dataSource");
    String kind = source.at("kind").text();
    String group = source.at("apiGroup").text();
    boolean claim = kind.equals(OWN_KIND) && group.isEmpty();
    boolean snapshot = kind.equals("VolumeSnapshot") && group.equals("snapshot.storage.k8s.io");
    if (source.isSet() && !claim && !snapshot) {
      spec.remove("dataSource");
    }
  }

  // Both fields name the same source, unless it is in another namespace.
  private static void sameSource(ObjectNode spec) {
    JsonNode source = spec.get("dataSource");
    JsonNode reference = spec.get("dataSourceRef");
    boolean hasSource = source instanceof ObjectNode;
    boolean hasReference = reference instanceof ObjectNode;
    if (hasSource && !hasReference) {
      spec.set("dataSourceRef", source.deepCopy());
    } else if (hasReference
        && !hasSource
        && reference.path("namespace").asString("").isEmpty()
        && !reference.has("namespace")) {
      spec.set("dataSource", reference.deepCopy());
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.volumeClaim(object);
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    VolumeClaimValidation.spec(Field.of(object, errors).at("spec"));
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Field claim = Field.of(object, errors);
    Field before = Field.of(old, errors);
    if (!Semantic.equal(withoutMutable(object, old), withNewVolume(object, old))) {
      claim.at("spec").forbidden("spec is immutable after creation except for resources.requests");
    }
    Field size = claim.at("spec", "resources").at("requests", "storage");
    Quantity smallest = before.at("status", "capacity").at("storage").quantity();
    Quantity was = before.at("spec", "resources").at("requests", "storage").quantity();
    if (size.quantity().compareTo(was) < 0 && size.quantity().compareTo(smallest) <= 0) {
      size.forbidden("field can not be less than status.capacity");
    }
    Field mode = claim.at("spec", "volumeMode");
    if (!mode.value().equals(before.at("spec", "volumeMode").value())) {
      mode.named("volumeMode").invalid("field is immutable");
    }
    Field attributes = claim.at("spec", "volumeAttributesClassName");
    boolean inUse = before.at("status").has("currentVolumeAttributesClassName");
    boolean changed =
        !attributes.value().equals(before.at("spec", "volumeAttributesClassName").value());
    if (inUse && changed && attributes.isEmpty()) {
      attributes.forbidden("update to none is forbidden while one is in use");
    }
    return errors;
  }

  private static JsonNode withNewVolume(ObjectNode object, ObjectNode old) {
    ObjectNode spec = spec(old);
    if (spec.path("volumeName").asString("").isEmpty()) {
      take("volumeName", spec(object), spec);
    }
    return spec;
  }

  private static ObjectNode spec(ObjectNode object) {
    return object.path("spec") instanceof ObjectNode spec ? spec.deepCopy() : object.objectNode();
  }

  private static void take(String field, ObjectNode from, ObjectNode to) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }

  private static JsonNode withoutMutable(ObjectNode object, ObjectNode old) {
    ObjectNode spec = spec(object);
    ObjectNode before = spec(old);
    if (object.path("status").path("phase").asString("").equals("Bound")) {
      take("volumeAttributesClassName", before, spec);
      JsonNode size = before.path("resources").path("requests").get("storage");
      if (spec.path("resources").path("requests") instanceof ObjectNode requests && size != null) {
        requests.set("storage", size);
      }
    }
    if (!before.has("storageClassName")) {
      spec.remove("storageClassName");
    }
    return spec;
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    ObjectNode status = Absent.object(object, "status");
    Absent.text(status, "phase", "Pending");
    if (!context.features().enabled("CSIVolumeHealth") && !old.path("status").has("healthStatus")) {
      status.remove("healthStatus");
    }
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    VolumeClaimValidation.status(Field.of(object, errors).at("status"));
    return errors;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
