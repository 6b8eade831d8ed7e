package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.patch.FieldManager;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StaleVersionException;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Replaces objects, whole or through a subresource. */
final class Updating {

  private final Parts parts;
  private final KindRules rules;
  private final Conversion conversion;
  private final Admission admission;
  private final FieldTracking tracking;

  Updating(
      Parts parts,
      KindRules rules,
      Conversion conversion,
      Admission admission,
      FieldTracking tracking) {
    this.tracking = tracking;
    this.parts = parts;
    this.rules = rules;
    this.conversion = conversion;
    this.admission = admission;
  }

  /** Where the new object comes from; called again if somebody wrote in between. */
  @FunctionalInterface
  interface Source {
    /** Returns the new object in the version of the request, made from the one stored. */
    ObjectNode from(StoredObject stored);
  }

  /** Whether a write that lost a race is tried again on the newer object. */
  enum Retry {
    NEVER,
    WHEN_UNCONDITIONAL
  }

  /** Replaces an object by what the source makes of it. */
  Result update(Target target, Source source, Write write, Retry retry) {
    return update(
        target,
        source,
        write,
        retry,
        (stored, body) ->
            tracking.changed(
                target, conversion.fromHub(stored.object(), target.resource()), body, write));
  }

  /** Replaces an object by one that already says who owns what. */
  Result updateApplied(Target target, Source source, Write write, Retry retry) {
    return update(target, source, write, retry, (stored, body) -> body);
  }

  private Result update(
      Target target,
      Source source,
      Write write,
      Retry retry,
      BiFunction<StoredObject, ObjectNode, ObjectNode> tracked) {
    while (true) {
      StoredObject stored = require(target);
      ObjectNode body = source.from(stored);
      String askedVersion = Metadata.of(body).text("resourceVersion");
      try {
        return replace(target, body, stored, write, tracked);
      } catch (StaleVersionException overtaken) {
        boolean conditional =
            !askedVersion.isEmpty()
                && (retry == Retry.NEVER || !askedVersion.equals(Long.toString(stored.version())));
        if (conditional) {
          throw StatusErrors.modified(target.resource().resource(), target.name());
        }
      }
    }
  }

  private Result replace(
      Target target,
      ObjectNode sent,
      StoredObject stored,
      Write write,
      BiFunction<StoredObject, ObjectNode, ObjectNode> tracked) {
    ObjectNode body = sent;
    Strategy strategy = rules.of(target.resource());
    checkPlace(target, body);
    checkPreconditions(target, body, stored, strategy, write);
    strategy.applyDefaults(body, StorageNames.versionOf(target.resource()), write);
    body = tracked.apply(stored, body);
    conversion.toHub(body, target.resource());
    ObjectNode old = conversion.present(stored, target.resource());
    ObjectNode object = Conversion.withTypeFirst(body, rules.hub(target.resource()));
    List<FieldError> errors = new ArrayList<>();
    restoreSystemFields(object, old);
    admission.admitUpdate(target, object, old, write);
    if (target.subresource().equals("status")) {
      object = onlyStatus(object, old, strategy);
      strategy.prepareForStatusUpdate(object, old, write);
      errors.addAll(MetadataRules.update(object, old, strategy.finalizerRule()));
      errors.addAll(strategy.validateStatusUpdate(object, old, write));
    } else {
      object = SubresourceParts.only(target.subresource(), object, old);
      if (!target.resource().isDefined() || target.resource().subresource("status").isPresent()) {
        if (!target.subresource().equals("approval")) {
          keep(object, old, "status");
        }
      }
      strategy.prepareForUpdate(object, old, write);
      errors.addAll(MetadataRules.update(object, old, strategy.finalizerRule()));
      errors.addAll(strategy.validateUpdate(object, old, write));
    }
    if (!errors.isEmpty()) {
      throw StatusErrors.invalid(rules.hub(target.resource()), target.name(), errors);
    }
    ObjectNode changed = object;
    List<String> warnings =
        target.subresource().equals("status")
            ? List.of()
            : strategy.warningsOfChange(object, old, write);
    return ResourceHandler.telling(
        warnings,
        () -> {
          strategy
              .refusal(changed, write)
              .ifPresent(reason -> Creation.refuse(target, changed, reason));
          admission.validateUpdate(target, changed, old, write);
          return commit(target, changed, stored, write, warnings);
        });
  }

  /** Keeps an object that has passed all rules; one that nothing holds any more is removed. */
  Result commit(
      Target target, ObjectNode changed, StoredObject stored, Write write, List<String> warnings) {
    Metadata.of(changed).set("resourceVersion", Long.toString(stored.version()));
    ObjectNode object = parts.codec().settle(changed, stored.object());
    if (FieldManager.sameBesidesTimes(object, stored.object())) {
      return new Result.Stored(stored, warnings);
    }
    if (write.dryRun()) {
      return new Result.Unstored(object, warnings);
    }
    if (Deletion.isOver(object)) {
      // Watchers see the last state that was stored, the writer sees what it wrote.
      parts
          .store()
          .remove(
              target.key(),
              stored.version(),
              version -> Creation.withVersion(stored.copy(), version));
      return new Result.Unstored(object, warnings);
    }
    return store(target, object, stored, warnings);
  }

  /** Keeps an object even if nothing holds it any more. */
  Result keep(Target target, ObjectNode changed, StoredObject stored, Write write) {
    Metadata.of(changed).set("resourceVersion", Long.toString(stored.version()));
    ObjectNode object = parts.codec().settle(changed);
    if (object.equals(stored.object())) {
      return new Result.Stored(stored, List.of());
    }
    return write.dryRun()
        ? new Result.Unstored(object, List.of())
        : store(target, object, stored, List.of());
  }

  private Result store(
      Target target, ObjectNode object, StoredObject stored, List<String> warnings) {
    return new Result.Stored(
        parts
            .store()
            .write(
                target.key(), stored.version(), version -> Creation.withVersion(object, version)),
        warnings);
  }

  StoredObject require(Target target) {
    @Nullable StoredObject stored = parts.store().view().get(target.key());
    if (stored == null) {
      throw StatusErrors.notFound(target.resource().resource(), target.name());
    }
    return stored;
  }

  static void checkPlace(Target target, ObjectNode body) {
    Metadata metadata = Metadata.of(body);
    if (metadata.name().isEmpty()) {
      throw StatusErrors.badRequest(
          "the name of the object ("
              + target.name()
              + " based on URL) was undeterminable: name must be provided");
    }
    if (!metadata.name().equals(target.name())) {
      throw StatusErrors.badRequest(
          "the name of the object ("
              + metadata.name()
              + ") does not match the name on the URL ("
              + target.name()
              + ")");
    }
    if (!target.resource().namespaced()) {
      metadata.remove("namespace");
      return;
    }
    if (metadata.namespace().isEmpty()) {
      metadata.set("namespace", target.namespace());
    }
    if (!metadata.namespace().equals(target.namespace())) {
      throw StatusErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  private void checkPreconditions(
      Target target, ObjectNode body, StoredObject stored, Strategy strategy, Write write) {
    Metadata metadata = Metadata.of(body);
    String storedUid = Metadata.of(stored.object()).uid();
    boolean other = !metadata.uid().isEmpty() && !metadata.uid().equals(storedUid);
    // The result of a patch is refused later, as a change of an immutable field.
    if (other && !write.verb().equals("patch")) {
      throw otherUid(target, metadata.uid(), storedUid);
    }
    String version = metadata.text("resourceVersion");
    if (version.isEmpty() || version.equals("0")) {
      if (!strategy.allowsUnconditionalUpdate(target.resource().version())) {
        GroupResource resource = target.resource().resource();
        throw StatusErrors.invalid(
            new GroupVersionKind(resource.group(), "", resource.resource()),
            target.name(),
            List.of(
                FieldError.invalid(
                    "metadata.resourceVersion", 0, "must be specified for an update")));
      }
      return;
    }
    requireVersion(version);
    if (!version.equals(Long.toString(stored.version()))) {
      throw StatusErrors.modified(target.resource().resource(), target.name());
    }
  }

  /** Fails if what a write gives as its version is none. */
  static void requireVersion(String version) {
    if (!version.matches("[0-9]*")) {
      throw StatusErrors.internalWithoutReason(
          "strconv.ParseUint: parsing \"" + version + "\": invalid syntax");
    }
  }

  /** The refusal of a write that is meant for an object with another uid, or for none. */
  static RuntimeException otherUid(Target target, String asked, String actual) {
    return storageConflict(
        target,
        "Precondition failed: UID in precondition: " + asked + ", UID in object meta: " + actual);
  }

  /** The refusal of a write that contradicts what is stored. */
  static RuntimeException storageConflict(Target target, String reason) {
    return StatusErrors.conflict(
        target.resource().resource(),
        target.name(),
        "StorageError: invalid object, Code: 4, Key: "
            + StorageNames.pathOf(target)
            + ", ResourceVersion: 0, AdditionalErrorMsg: "
            + reason);
  }

  private static void restoreSystemFields(ObjectNode object, ObjectNode old) {
    Metadata metadata = Metadata.of(object);
    metadata.remove("selfLink");
    if (metadata.uid().isEmpty()) {
      metadata.take("uid", old);
    }
    // The real server restores these whatever the client sent, but refuses a new deletion.
    metadata.take("creationTimestamp", old);
    if (metadata.node("deletionGracePeriodSeconds").isMissingNode()) {
      metadata.take("deletionGracePeriodSeconds", old);
    }
    if (!metadata.isDeleting()) {
      metadata.take("deletionTimestamp", old);
    }
    metadata.take("generation", old);
  }

  private static ObjectNode onlyStatus(ObjectNode object, ObjectNode old, Strategy strategy) {
    // All but metadata and status stays as it is stored, and is shared.
    ObjectNode result = object.objectNode();
    result.setAll(old);
    result.set("metadata", Metadata.copyOf(old));
    @Nullable JsonNode status = object.get("status");
    if (status != null) {
      result.set("status", status);
    } else {
      result.remove("status");
    }
    // What is no part of the status and yet written is refused, if it may not change.
    for (String field : List.of("managedFields", "uid", "generateName")) {
      Metadata.of(result).take(field, object);
    }
    if (!strategy.keepsDeletionOnStatusUpdate()) {
      Metadata.of(result).take("deletionTimestamp", object);
    }
    if (strategy.keepsMetadataOnStatusUpdate()) {
      return result;
    }
    Metadata metadata = Metadata.of(result);
    for (String field : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
      metadata.take(field, object);
    }
    return result;
  }

  private static void keep(ObjectNode object, ObjectNode from, String field) {
    Optional<JsonNode> value = Optional.ofNullable(from.get(field));
    if (value.isPresent()) {
      object.set(field, value.get().deepCopy());
    } else {
      object.remove(field);
    }
  }
}
