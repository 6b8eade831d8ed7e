package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Shape;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Merges an applied object into the live one, and takes out what its manager applied before, does
 * not apply now, and nobody else owns (structured-merge-diff v6, merge/update.go).
 */
final class AppliedMerge {

  private final Shape shape;
  private final OwnershipUpdate update;
  private final Versions versions;

  AppliedMerge(Shape shape, OwnershipUpdate update, Versions versions) {
    this.shape = shape;
    this.update = update;
    this.versions = versions;
  }

  /**
   * Returns the new object and changes the ownership accordingly.
   *
   * @throws Conflicts if others own changed fields and there is no force
   */
  ObjectNode apply(
      ObjectNode live, ObjectNode applied, Manager manager, Ownership ownership, boolean force) {
    ObjectNode merged = object(Merging.merge(shape, live, applied));
    @Nullable Owned last = ownership.of(manager);
    FieldSet mentioned =
        MentionedFields.of(shape, applied).recursiveDifference(update.resetFields());
    Owned mine =
        new Owned(mentioned, update.apiVersion(), last == null ? Optional.empty() : last.time());
    ownership.owners().put(manager, mine);
    ObjectNode pruned = last == null ? merged : prune(merged, last, ownership);
    update.giveUp(live, pruned, ownership, manager, force);
    if (mentioned.isEmpty()) {
      ownership.owners().remove(manager);
    }
    return pruned;
  }

  private ObjectNode prune(ObjectNode merged, Owned last, Ownership ownership) {
    Optional<Versions.Versioned> inVersion = in(last.apiVersion(), merged);
    if (inVersion.isEmpty()) {
      return merged;
    }
    ObjectNode whole = inVersion.get().object();
    Shape form = Shape.object(inVersion.get()::type, false);
    FieldSet lastFields = last.fields().withNamedParents(form);
    ObjectNode pruned = object(Removal.without(form, whole, lastFields));
    pruned = addBackOwned(whole, pruned, last.apiVersion(), ownership);
    pruned = addBackDangling(whole, pruned, form, lastFields);
    return in(update.apiVersion(), pruned).map(Versions.Versioned::object).orElse(merged);
  }

  /** Puts back what any manager owns, the applying one by what it applies now included. */
  private ObjectNode addBackOwned(
      ObjectNode merged, ObjectNode pruned, String version, Ownership ownership) {
    Map<String, FieldSet> ownedByVersion = new LinkedHashMap<>();
    ownedByVersion.put(version, new FieldSet());
    ownership
        .owners()
        .values()
        .forEach(
            owned -> ownedByVersion.merge(owned.apiVersion(), owned.fields(), FieldSet::union));
    ObjectNode result = pruned;
    for (Map.Entry<String, FieldSet> entry : ownedByVersion.entrySet()) {
      Optional<Versions.Versioned> whole = in(entry.getKey(), merged);
      Optional<Versions.Versioned> rest = in(entry.getKey(), result);
      if (whole.isEmpty() || rest.isEmpty()) {
        continue;
      }
      Shape form = Shape.object(whole.get()::type, false);
      FieldSet kept =
          MentionedFields.of(form, rest.get().object())
              .withNamedParents(form)
              .union(entry.getValue().withNamedParents(form));
      FieldSet unwanted =
          MentionedFields.of(form, whole.get().object()).withNamedParents(form).difference(kept);
      result = object(Removal.without(form, whole.get().object(), unwanted));
    }
    return in(version, result).map(Versions.Versioned::object).orElse(result);
  }

  /** Puts back what went with its parent although the manager had not applied it. */
  private ObjectNode addBackDangling(
      ObjectNode merged, ObjectNode pruned, Shape form, FieldSet lastFields) {
    FieldSet prunedFields = MentionedFields.of(form, pruned).withNamedParents(form);
    FieldSet mergedFields = MentionedFields.of(form, merged).withNamedParents(form);
    return object(
        Removal.without(
            form, merged, mergedFields.difference(prunedFields).intersection(lastFields)));
  }

  private Optional<Versions.Versioned> in(String version, ObjectNode object) {
    return versions.in(version, object);
  }

  private static ObjectNode object(@Nullable JsonNode value) {
    return value instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
  }
}
