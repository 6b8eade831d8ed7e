package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is still in a namespace after everything in it was asked to go. */
final class Remains {

  private final Map<String, Integer> byResource = new TreeMap<>();
  private final Map<String, Integer> byFinalizer = new TreeMap<>();

  void add(GroupResource resource, Collection<? extends HasMetadata> objects) {
    if (objects.isEmpty()) {
      return;
    }
    byResource.put(resource.resource() + "." + resource.group(), objects.size());
    for (HasMetadata object : objects) {
      object
          .getMetadata()
          .getFinalizers()
          .forEach(name -> byFinalizer.merge(name, 1, Integer::sum));
    }
  }

  boolean isEmpty() {
    return byResource.isEmpty();
  }

  boolean haveFinalizers() {
    return !byFinalizer.isEmpty();
  }

  /** Returns {@code pods. has 2 resource instances, …}, as users know it. */
  String resources() {
    return join(byResource, " has ");
  }

  String finalizers() {
    return join(byFinalizer, " in ");
  }

  private static String join(Map<String, Integer> counts, String between) {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + between + entry.getValue() + " resource instances")
        .collect(Collectors.joining(", "));
  }
}
