package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** What one quota charges for an object, for whoever adds up what is used of it. */
public final class QuotaCharges {

  private QuotaCharges() {}

  /** Says whether objects of a kind can be charged for under a name. */
  public static boolean isOf(GroupResource resource, String name) {
    return new QuotaNames(resource).includes(name);
  }

  /** Says whether a quota limits anything that objects of a kind are charged for. */
  public static boolean limits(JsonNode quota, GroupResource resource) {
    QuotaNames names = new QuotaNames(resource);
    return quota.path("spec").path("hard").propertyNames().stream().anyMatch(names::includes);
  }

  /**
   * Returns amounts by the names under which the quota limits them, empty if it does not count the
   * object.
   *
   * @param extendedResources the extended resource that a device class stands for, empty if none
   */
  public static Map<String, Quantity> of(
      JsonNode quota,
      GroupResource resource,
      JsonNode object,
      Function<String, String> extendedResources) {
    if (!QuotaScopes.match(QuotaScopes.of(quota), resource, object)) {
      return Map.of();
    }
    QuotaNames names = new QuotaNames(resource);
    Map<String, Quantity> charges =
        new TreeMap<>(new QuotaUsage(extendedResources).of(resource, object));
    JsonNode hard = quota.path("spec").path("hard");
    charges.keySet().removeIf(name -> !hard.has(name) || !names.includes(name));
    return charges;
  }
}
