package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.registry.DeleteRequest.Propagation;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StaleVersionException;
import io.github.dratestkit.apiserver.store.StoredObject;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deletes objects: at once, or by marking them when finalizers or a grace period keep them
 * (apiserver/pkg/registry/generic/registry/store.go, 1.37).
 */
final class Deletion {

  static final String ORPHAN = "orphan";
  static final String FOREGROUND = "foregroundDeletion";

  private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

  private final Parts parts;
  private final KindRules rules;
  private final Updating updating;
  private final Admission admission;

  Deletion(Parts parts, KindRules rules, Updating updating, Admission admission) {
    this.parts = parts;
    this.rules = rules;
    this.updating = updating;
    this.admission = admission;
  }

  /** Says whether an object that is being deleted has nothing left to wait for. */
  static boolean isOver(ObjectNode object) {
    Metadata metadata = Metadata.of(object);
    return metadata.isDeleting()
        && metadata.finalizers().isEmpty()
        && !hasNamespaceFinalizers(object)
        && metadata.gracePeriodSeconds().orElse(0L) == 0;
  }

  // Only namespaces have finalizers outside their metadata.
  private static boolean hasNamespaceFinalizers(ObjectNode object) {
    return !object.path("spec").path("finalizers").isEmpty();
  }

  /** How a deletion ended: the last or the marked state, and whether the object is gone. */
  record Outcome(ObjectNode object, boolean gone) {}

  /** Deletes an object. */
  Outcome delete(Target target, DeleteRequest request, Write write) {
    if (request.ignoresReadErrors()) {
      throw refusalOfUnreadable(target);
    }
    admission.admitDelete(target);
    while (true) {
      StoredObject stored = updating.require(target);
      checkPreconditions(target, request, stored);
      admission.validateDelete(target, stored.object(), write);
      try {
        return isToTerminate(target, stored.object())
            ? terminate(target, request, write, stored)
            : attempt(target, request, write, stored);
      } catch (StaleVersionException overtaken) {
        if (request.resourceVersion() != null) {
          throw StatusErrors.modified(target.resource().resource(), target.name());
        }
      }
    }
  }

  // Whatever is here can be read. Kinds whose deletion is wrapped cannot do it at all.
  private RuntimeException refusalOfUnreadable(Target target) {
    GroupResource resource = target.resource().resource();
    if (resource.equals(NAMESPACES) || resource.group().equals("rbac.authorization.k8s.io")) {
      return StatusErrors.internal(
          "no unsafe deleter provided, can not honor " + DeleteRequest.IGNORE_READ_ERRORS);
    }
    updating.require(target);
    return Updating.storageConflict(
        target, "unsafe deletion is not allowed because the object is decodable from storage");
  }

  // A namespace goes in two steps, even one that nothing holds.
  private static boolean isToTerminate(Target target, ObjectNode object) {
    return target.resource().resource().equals(NAMESPACES)
        && (hasNamespaceFinalizers(object) || !Metadata.of(object).isDeleting());
  }

  // A namespace is emptied by a controller, which then finalizes it.
  private Outcome terminate(
      Target target, DeleteRequest request, Write write, StoredObject stored) {
    ObjectNode object = stored.copy();
    Metadata metadata = Metadata.of(object);
    if (!metadata.isDeleting()) {
      metadata.set("deletionTimestamp", write.now().toString());
      applyPropagation(metadata, request.propagation());
    }
    object.withObjectProperty("status").put("phase", "Terminating");
    return new Outcome(updating.keep(target, object, stored, write).object(), false);
  }

  private Outcome attempt(Target target, DeleteRequest request, Write write, StoredObject stored) {
    Strategy strategy = rules.of(target.resource());
    ObjectNode object = stored.copy();
    Metadata metadata = Metadata.of(object);
    if (!metadata.isDeleting() && strategy.beginsDeletion(object, write)) {
      return new Outcome(updating.keep(target, object, stored, write).object(), false);
    }
    GracePeriod.Start start =
        GracePeriod.begin(object, request.gracePeriodSeconds(), strategy, write.now());
    if (start == GracePeriod.Start.PENDING) {
      return new Outcome(stored.object(), false);
    }
    applyPropagation(metadata, propagation(metadata, request.propagation(), strategy));
    boolean held = !metadata.finalizers().isEmpty();
    if (held && start == GracePeriod.Start.NONE) {
      GracePeriod.markWithoutTime(metadata, write.now());
    }
    if (!held && start == GracePeriod.Start.NONE) {
      return remove(target, stored, stored.copy(), write);
    }
    Result marked = updating.keep(target, object, stored, write);
    if (held || metadata.gracePeriodSeconds().orElse(0L) > 0) {
      return new Outcome(marked.object(), false);
    }
    return marked instanceof Result.Stored kept
        ? remove(target, kept.stored(), kept.stored().copy(), write)
        : new Outcome(marked.object(), true);
  }

  private Outcome remove(Target target, StoredObject stored, ObjectNode last, Write write) {
    if (write.dryRun()) {
      return new Outcome(last, true);
    }
    return new Outcome(
        parts
            .store()
            .remove(target.key(), stored.version(), version -> Creation.withVersion(last, version))
            .object(),
        true);
  }

  // Who deletes decides, then a finalizer that stands there, then the kind.
  private static @Nullable Propagation propagation(
      Metadata metadata, @Nullable Propagation asked, Strategy strategy) {
    return switch (strategy.dependents()) {
      case UNCOLLECTED -> Propagation.BACKGROUND;
      case DELETED -> asked;
      case ORPHANED ->
          asked == null && !metadata.finalizers().contains(FOREGROUND) ? Propagation.ORPHAN : asked;
    };
  }

  private static void applyPropagation(Metadata metadata, @Nullable Propagation propagation) {
    if (propagation == null) {
      return;
    }
    switch (propagation) {
      case BACKGROUND -> {
        metadata.removeFinalizer(ORPHAN);
        metadata.removeFinalizer(FOREGROUND);
      }
      case FOREGROUND -> {
        metadata.removeFinalizer(ORPHAN);
        metadata.addFinalizer(FOREGROUND);
      }
      case ORPHAN -> {
        metadata.removeFinalizer(FOREGROUND);
        metadata.addFinalizer(ORPHAN);
      }
    }
  }

  void checkPreconditions(Target target, DeleteRequest request, StoredObject stored) {
    String uid = Metadata.of(stored.object()).uid();
    if (request.uid() != null && !request.uid().equals(uid)) {
      throw target.resource().resource().equals(NAMESPACES)
          ? StatusErrors.conflict(
              NAMESPACES,
              target.name(),
              "Precondition failed: UID in precondition: "
                  + request.uid()
                  + ", UID in object meta: "
                  + uid)
          : mismatch(
              target, "UID", request.uid(), uid, "might have been deleted and then recreated");
    }
    String version = Long.toString(stored.version());
    if (request.resourceVersion() != null && !request.resourceVersion().equals(version)) {
      throw mismatch(
          target,
          "ResourceVersion",
          request.resourceVersion(),
          version,
          "might have been modified");
    }
  }

  // Unlike all other conflicts this one names the kind.
  private static RuntimeException mismatch(
      Target target, String what, String asked, String actual, String guess) {
    GroupVersionKind kind = target.resource().kind();
    return StatusErrors.conflict(
        new GroupResource(kind.group(), kind.kind()),
        target.name(),
        "the "
            + what
            + " in the precondition ("
            + asked
            + ") does not match the "
            + what
            + " in record ("
            + actual
            + "). The object "
            + guess);
  }
}
