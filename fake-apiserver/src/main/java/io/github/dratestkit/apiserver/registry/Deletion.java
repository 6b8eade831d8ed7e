package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.registry.DeleteRequest.Propagation;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StaleVersionException;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deletes objects: at once, or by marking them when finalizers or a grace period keep them
 * (apiserver/pkg/registry/generic/registry/store.go, 1.37).
 */
final class Deletion {

  static final String ORPHAN = "orphan";
  static final String FOREGROUND = "foregroundDeletion";

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

  /** Deletes an object; the result is its last or its marked state. */
  Outcome delete(Target target, DeleteRequest request, Write write) {
    admission.admitDelete(target);
    while (true) {
      StoredObject stored = updating.require(target);
      checkPreconditions(target, request, stored);
      try {
        return attempt(target, request, write, stored);
      } catch (StaleVersionException overtaken) {
        if (request.resourceVersion() != null) {
          throw StatusErrors.modified(target.resource().resource(), target.name());
        }
      }
    }
  }

  /** How a deletion ended. */
  record Outcome(ObjectNode object, boolean gone) {}

  private Outcome attempt(Target target, DeleteRequest request, Write write, StoredObject stored) {
    Strategy strategy = rules.of(target.resource());
    ObjectNode object = stored.copy();
    Metadata metadata = Metadata.of(object);
    applyPropagation(metadata, request.propagation());
    long grace = graceOf(request, strategy, object, metadata);
    boolean waits = grace > 0 || !metadata.finalizers().isEmpty();
    boolean namespace = hasNamespaceFinalizers(object);
    if (waits || namespace) {
      mark(metadata, grace, write, namespace);
      if (namespace) {
        object.withObjectProperty("status").put("phase", "Terminating");
      }
      Result marked = updating.commit(target, object, stored, write, List.of());
      return new Outcome(marked.object(), false);
    }
    if (write.dryRun()) {
      return new Outcome(object, true);
    }
    finishGracefully(target, metadata, object, stored);
    StoredObject current = updating.require(target);
    StoredObject last =
        parts
            .store()
            .remove(
                target.key(),
                current.version(),
                version -> Creation.withVersion(current.copy(), version));
    return new Outcome(last.object(), true);
  }

  // An object that was given time is first seen without any left, and then gone.
  private void finishGracefully(
      Target target, Metadata metadata, ObjectNode object, StoredObject stored) {
    if (metadata.isDeleting() && metadata.gracePeriodSeconds().orElse(0L) > 0) {
      metadata.set("deletionGracePeriodSeconds", 0);
      parts
          .store()
          .write(target.key(), stored.version(), version -> Creation.withVersion(object, version));
    }
  }

  private static long graceOf(
      DeleteRequest request, Strategy strategy, ObjectNode object, Metadata metadata) {
    @Nullable Long byKind = strategy.gracePeriodSeconds(object);
    if (byKind == null || byKind == 0) {
      return 0;
    }
    long asked = request.gracePeriodSeconds() == null ? byKind : request.gracePeriodSeconds();
    if (metadata.isDeleting()) {
      // A second deletion may only shorten the time.
      long left = metadata.gracePeriodSeconds().orElse(0L);
      return request.gracePeriodSeconds() == null ? left : Math.min(left, asked);
    }
    return asked;
  }

  private static void mark(Metadata metadata, long grace, Write write, boolean namespace) {
    if (!metadata.isDeleting()) {
      metadata.set("deletionTimestamp", write.now().plusSeconds(grace).toString());
      if (!namespace) {
        metadata.set("deletionGracePeriodSeconds", grace);
      }
      if (metadata.generation() > 0) {
        metadata.setGeneration(metadata.generation() + 1);
      }
    } else if (metadata.gracePeriodSeconds().orElse(0L) > grace) {
      metadata.set("deletionTimestamp", write.now().plusSeconds(grace).toString());
      metadata.set("deletionGracePeriodSeconds", grace);
    }
  }

  private static void applyPropagation(Metadata metadata, @Nullable Propagation propagation) {
    if (propagation == null || metadata.isDeleting()) {
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

  private static void checkPreconditions(
      Target target, DeleteRequest request, StoredObject stored) {
    String uid = Metadata.of(stored.object()).uid();
    if (request.uid() != null && !request.uid().equals(uid)) {
      throw precondition(target, "UID", request.uid(), uid);
    }
    String version = Long.toString(stored.version());
    if (request.resourceVersion() != null && !request.resourceVersion().equals(version)) {
      throw precondition(target, "ResourceVersion", request.resourceVersion(), version);
    }
  }

  private static RuntimeException precondition(
      Target target, String what, String asked, String actual) {
    return StatusErrors.conflict(
        target.resource().resource(),
        target.name(),
        "the "
            + what
            + " in the precondition ("
            + asked
            + ") does not match the "
            + what
            + " in record ("
            + actual
            + "). The object might have been deleted and then recreated");
  }
}
