package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a change of an object means for its managers: each gives up the fields that another one
 * changed or that are gone, as its own version names them.
 */
final class OwnershipUpdate {

  private final String apiVersion;
  private final Shape shape;
  private final FieldSet resetFields;
  private final Versions versions;

  OwnershipUpdate(String apiVersion, Shape shape, FieldSet resetFields, Versions versions) {
    this.apiVersion = apiVersion;
    this.shape = shape;
    this.resetFields = resetFields;
    this.versions = versions;
  }

  String apiVersion() {
    return apiVersion;
  }

  FieldSet resetFields() {
    return resetFields;
  }

  /**
   * Takes from the managers what they no longer own.
   *
   * @param self the manager that keeps what it has, if there is one
   * @param force whether fields are taken from others without asking
   * @return what changed, in the version of the request
   * @throws Conflicts if others own changed fields and there is no force
   */
  Comparison giveUp(
      ObjectNode before,
      ObjectNode after,
      Ownership ownership,
      @Nullable Manager self,
      boolean force) {
    Comparison comparison = Comparison.of(shape, before, after).without(resetFields);
    Map<String, Optional<Comparison>> byVersion = new HashMap<>();
    byVersion.put(apiVersion, Optional.of(comparison));
    Map<Manager, FieldSet> conflicts = new TreeMap<>();
    Map<Manager, FieldSet> removed = new TreeMap<>();
    for (Map.Entry<Manager, Owned> entry : new ArrayList<>(ownership.owners().entrySet())) {
      Manager manager = entry.getKey();
      Owned owned = entry.getValue();
      if (manager.equals(self)) {
        continue;
      }
      Optional<Comparison> seen =
          byVersion.computeIfAbsent(
              owned.apiVersion(), version -> compareIn(version, before, after));
      if (seen.isEmpty()) {
        ownership.owners().remove(manager);
        continue;
      }
      Comparison changes = seen.get();
      FieldSet taken = owned.fields().intersection(changes.written());
      if (!taken.isEmpty()) {
        conflicts.put(manager, taken);
      }
      removed.put(manager, changes.removed());
    }
    if (!force && !conflicts.isEmpty()) {
      throw new Conflicts(conflicts);
    }
    conflicts.forEach((manager, fields) -> take(ownership, manager, fields));
    removed.forEach((manager, fields) -> take(ownership, manager, fields));
    return comparison;
  }

  private Optional<Comparison> compareIn(String version, ObjectNode before, ObjectNode after) {
    Optional<Versions.Versioned> old = versions.in(version, before);
    Optional<Versions.Versioned> fresh = versions.in(version, after);
    if (old.isEmpty() || fresh.isEmpty()) {
      return Optional.empty();
    }
    Versions.Versioned versioned = old.get();
    return Optional.of(
        Comparison.of(
                Shape.object(versioned::type, false), versioned.object(), fresh.get().object())
            .without(resetFields));
  }

  private static void take(Ownership ownership, Manager manager, FieldSet fields) {
    Owned owned = ownership.of(manager);
    if (owned != null) {
      ownership.set(manager, owned.with(owned.fields().difference(fields)));
    }
  }
}
