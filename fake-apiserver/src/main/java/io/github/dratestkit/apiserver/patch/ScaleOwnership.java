package io.github.dratestkit.apiserver.patch;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Who owns the size of a workload, as its Scale shows it, and back again
 * (apimachinery/pkg/util/managedfields/scalehandler.go, 1.37).
 */
public final class ScaleOwnership {

  private static final FieldSet SIZE = FieldSet.ofNames("spec", "replicas");
  private static final String SCALE_VERSION = "autoscaling/v1";

  private ScaleOwnership() {}

  /** Returns the {@code managedFields} of the Scale of a workload that has these. */
  public static ArrayNode ofScale(JsonNode managedFields) {
    Ownership scale = new Ownership();
    Ownership.of(managedFields)
        .owners()
        .forEach(
            (manager, owned) -> {
              if (ownsSize(owned)) {
                scale.set(
                    Manager.of(
                        manager.name(), manager.operation(), SCALE_VERSION, manager.subresource()),
                    new Owned(SIZE, SCALE_VERSION, owned.time()));
              }
            });
    return scale.toManagedFields();
  }

  /**
   * Returns the {@code managedFields} of a workload after a write to its Scale.
   *
   * @param before those of the workload before
   * @param scale those of the Scale afterwards
   * @param apiVersion the version of the workload
   */
  public static ArrayNode ofWorkload(JsonNode before, JsonNode scale, String apiVersion) {
    Ownership old = Ownership.of(before);
    Ownership ofScale = Ownership.of(scale);
    Ownership result = new Ownership();
    old.owners()
        .forEach(
            (manager, owned) ->
                result.set(
                    manager,
                    ownsSize(owned) && ofScale.of(manager) == null
                        ? owned.with(owned.fields().difference(SIZE))
                        : owned));
    // As upstream, an entry that is new to the workload gets no time, and whoever updated the
    // workload itself is another manager here than there, because of the version.
    for (Map.Entry<Manager, Owned> entry : ofScale.owners().entrySet()) {
      Manager manager = entry.getKey();
      if (ownsSize(entry.getValue()) && old.of(manager) == null) {
        result.set(manager, new Owned(SIZE, apiVersion, Optional.empty()));
      }
    }
    return result.toManagedFields();
  }

  private static boolean ownsSize(Owned owned) {
    return !owned.fields().intersection(SIZE).isEmpty();
  }
}
