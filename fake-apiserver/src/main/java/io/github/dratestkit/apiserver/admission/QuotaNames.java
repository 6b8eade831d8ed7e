package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Set;

/**
 * The names of limits that objects of one kind are charged for (pkg/quota/v1/evaluator, 1.37).
 *
 * @param resource the kind
 */
record QuotaNames(GroupResource resource) {

  private static final Set<String> OF_PODS =
      Set.of(
          "pods",
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage");
  private static final Set<String> OF_SERVICES =
      Set.of("services", "services.nodeports", "services.loadbalancers");
  private static final Set<String> OF_VOLUME_CLAIMS =
      Set.of("persistentvolumeclaims", "requests.storage");
  private static final Set<String> SHORT =
      Set.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");

  /** Says whether objects of this kind can be charged under a name. */
  boolean includes(String name) {
    if (name.equals("count/" + resource)) {
      return true;
    }
    return switch (resource.toString()) {
      case "pods" -> OF_PODS.contains(name) || isOfContainers(name);
      case "services" -> OF_SERVICES.contains(name);
      case "persistentvolumeclaims" ->
          OF_VOLUME_CLAIMS.contains(name)
              || OF_VOLUME_CLAIMS.stream()
                  .anyMatch(suffix -> name.endsWith(QuotaUsage.STORAGE_CLASS + suffix));
      case "resourceclaims.resource.k8s.io" ->
          name.endsWith(QuotaUsage.PER_CLASS) || isExtended(name);
      default -> SHORT.contains(resource.toString()) && name.equals(resource.toString());
    };
  }

  private static boolean isOfContainers(String name) {
    return name.startsWith("hugepages-")
        || name.startsWith("requests.hugepages-")
        || isExtended(name);
  }

  private static boolean isExtended(String name) {
    return name.startsWith("requests.") && name.contains("/");
  }
}
