package io.github.dratestkit.apiserver.patch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Who owns the size of a workload, as its Scale shows it, and back again
 * (apimachinery/pkg/util/managedfields/scalehandler.go, 1.37).
 */
public final class ScaleOwnership {

  private static final List<String> OF_WORKLOADS = List.of("spec", "replicas");
  private static final FieldSet SIZE = size(OF_WORKLOADS);
  private static final String SCALE_VERSION = "autoscaling/v1";

  private ScaleOwnership() {}

  /** Returns the {@code managedFields} of the Scale of a workload that has these. */
  public static ArrayNode ofScale(JsonNode managedFields) {
    return ofScale(managedFields, OF_WORKLOADS);
  }

  /** Returns the same where the size stands at the end of a way. */
  public static ArrayNode ofScale(JsonNode managedFields, List<String> way) {
    FieldSet size = size(way);
    Ownership scale = new Ownership();
    Ownership.of(managedFields)
        .owners()
        .forEach(
            (manager, owned) -> {
              if (owns(owned, size)) {
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
    return ofWorkload(before, scale, apiVersion, OF_WORKLOADS);
  }

  /** Returns the same where the size stands at the end of a way. */
  public static ArrayNode ofWorkload(
      JsonNode before, JsonNode scale, String apiVersion, List<String> way) {
    FieldSet size = size(way);
    Ownership old = Ownership.of(before);
    Ownership ofScale = Ownership.of(scale);
    Ownership result = new Ownership();
    old.owners()
        .forEach(
            (manager, owned) ->
                result.set(
                    manager,
                    owns(owned, size) && ofScale.of(manager) == null
                        ? owned.with(owned.fields().difference(size))
                        : owned));
    // As upstream, an entry that is new to the workload gets no time, and whoever updated the
    // workload itself is another manager here than there, because of the version.
    for (Map.Entry<Manager, Owned> entry : ofScale.owners().entrySet()) {
      Manager manager = entry.getKey();
      if (owns(entry.getValue(), SIZE) && old.of(manager) == null) {
        result.set(manager, new Owned(size, apiVersion, Optional.empty()));
      }
    }
    return result.toManagedFields();
  }

  private static FieldSet size(List<String> way) {
    return FieldSet.ofNames(way.toArray(String[]::new));
  }

  private static boolean owns(Owned owned, FieldSet size) {
    return !owned.fields().intersection(size).isEmpty();
  }
}
