package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.DecodingException;
import io.github.dratestkit.apiserver.codec.FieldPaths;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.patch.FieldManager;
import io.github.dratestkit.apiserver.patch.FieldManager.Force;
import io.github.dratestkit.apiserver.patch.Versions.Versioned;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Keeps {@code metadata.managedFields} of every write, and applies objects by them. */
final class FieldTracking {

  /** Groups whose kinds keep all metadata when their status is written (pkg/registry, 1.37). */
  private static final Set<String> STATUS_KEEPS_METADATA =
      Set.of(
          "admissionregistration.k8s.io",
          "flowcontrol.apiserver.k8s.io",
          "internal.apiserver.k8s.io",
          "lifecycle.k8s.io",
          "resource.k8s.io",
          "scheduling.k8s.io",
          "storage.k8s.io",
          "storagemigration.k8s.io");

  private final Parts parts;
  private final Conversion conversion;
  private final Map<Key, FieldManager> managers = new ConcurrentHashMap<>();

  /** The structure counts because that of a custom resource changes. */
  private record Key(GroupVersionKind kind, String subresource, ObjectType type) {}

  FieldTracking(Parts parts, Conversion conversion) {
    this.parts = parts;
    this.conversion = conversion;
  }

  /** Notes the first manager of a new object; {@code body} is in the version of the request. */
  ObjectNode created(Target target, ObjectNode body, Write write) {
    return changed(target, emptyObject(target.resource().kind()), body, write);
  }

  /** Notes the managers of a changed object; all are in the version of the request. */
  ObjectNode changed(Target target, ObjectNode live, ObjectNode body, Write write) {
    ObjectNode complete = parts.codec().complete(body);
    manager(target).afterUpdate(live, complete, write.fieldManager(), write.now());
    Metadata.of(body).take("managedFields", complete);
    return body;
  }

  /** Returns what an apply makes of an object, or nothing if it stays as it is. */
  Optional<ObjectNode> applied(
      Target target, ObjectNode live, ObjectNode applied, Force force, Write write) {
    return manager(target)
        .apply(live, applied, write.fieldManager(), force, write.now())
        .map(result -> clean(result, target));
  }

  /** Returns the object that there is before one is created. */
  ObjectNode emptyObject(GroupVersionKind kind) {
    ObjectNode empty = JsonNodeFactory.instance.objectNode();
    empty.put("apiVersion", kind.apiVersion());
    empty.put("kind", kind.kind());
    return parts.codec().settle(empty);
  }

  private ObjectNode clean(ObjectNode result, Target target) {
    try {
      return parts
          .codec()
          .clean(
              GoJson.bytes(result),
              target.resource().kind(),
              FieldValidation.IGNORE,
              FieldPaths.OF_VALUES,
              List.of())
          .object();
    } catch (DecodingException e) {
      throw StatusErrors.internalWithoutReason(
          "failed to convert new typed object to object: " + e.text());
    }
  }

  private FieldManager manager(Target target) {
    GroupVersionKind kind = target.resource().kind();
    return managers.computeIfAbsent(
        new Key(kind, target.subresource(), type(kind)),
        key ->
            new FieldManager(
                kind,
                key.type(),
                emptyObject(kind),
                target.subresource(),
                resetFields(target),
                (version, object) -> in(target.resource(), version, object)));
  }

  private ObjectType type(GroupVersionKind kind) {
    return parts
        .codec()
        .type(kind)
        .orElseThrow(() -> new IllegalArgumentException("no structure is known of " + kind));
  }

  private static Set<List<String>> resetFields(Target target) {
    ServedResource resource = target.resource();
    if (target.subresource().equals("approval")) {
      return Set.of(List.of("spec"), List.of("status", "certificate"));
    }
    if (!target.subresource().equals("status")) {
      return resource.subresource("status").isPresent() ? Set.of(List.of("status")) : Set.of();
    }
    List<String> spec = List.of("spec");
    if (resource.isDefined() || STATUS_KEEPS_METADATA.contains(resource.resource().group())) {
      return Set.of(spec, List.of("metadata"));
    }
    return switch (resource.resource().toString()) {
      case "pods" ->
          Set.of(
              spec,
              List.of("metadata", "deletionTimestamp"),
              List.of("metadata", "ownerReferences"));
      case "servicecidrs.networking.k8s.io" -> Set.of(spec, List.of("metadata"));
      case "deployments.apps" -> Set.of(spec, List.of("metadata", "labels"));
      default -> Set.of(spec);
    };
  }

  private Optional<Versioned> in(ServedResource asked, String apiVersion, ObjectNode object) {
    GroupVersionKind kind = GroupVersionKind.of(apiVersion, asked.kind().kind());
    String told = object.path("apiVersion").asString(asked.kind().apiVersion());
    if (told.equals(apiVersion)) {
      return parts.codec().type(kind).map(type -> new Versioned(object, type));
    }
    Optional<ServedResource> from = served(asked, told);
    Optional<ServedResource> to = served(asked, apiVersion);
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    if (asked.isDefined()) {
      return Optional.of(renamed(object, kind));
    }
    ObjectNode hub = object.deepCopy();
    conversion.toHub(hub, from.get());
    ObjectNode converted = conversion.fromHub(hub, to.get());
    return parts.codec().type(kind).map(type -> new Versioned(converted, type));
  }

  // Versions of a custom resource are told apart by name alone; what one does not declare is in the
  // way, and nothing can be said of managers then.
  private Versioned renamed(ObjectNode object, GroupVersionKind kind) {
    ObjectNode other = object.deepCopy();
    other.put("apiVersion", kind.apiVersion());
    ObjectType type = type(kind);
    if (!FieldManager.fits(type, other)) {
      throw new IllegalArgumentException("fields are not declared in " + kind);
    }
    return new Versioned(other, type);
  }

  private Optional<ServedResource> served(ServedResource asked, String apiVersion) {
    GroupVersionKind kind = GroupVersionKind.of(apiVersion, asked.kind().kind());
    return parts.catalog().resource(kind.group(), kind.version(), asked.resource().resource());
  }
}
