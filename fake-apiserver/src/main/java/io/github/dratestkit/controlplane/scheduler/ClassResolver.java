package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which device class provides an extended resource: the class that names it, or the class named in
 * it. Of several classes that name one resource the youngest counts, and of equally young ones the
 * first by name (semantics §7.7).
 */
final class ClassResolver {

  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

  private static final Comparator<DeviceClass> YOUNGEST_FIRST =
      Comparator.comparing(
              (DeviceClass deviceClass) -> deviceClass.getMetadata().getCreationTimestamp(),
              Comparator.nullsLast(Comparator.<String>reverseOrder()))
          .thenComparing(deviceClass -> deviceClass.getMetadata().getName());

  private final Map<String, String> classByResource = new HashMap<>();

  ClassResolver(Collection<DeviceClass> classes) {
    classes.stream()
        .sorted(YOUNGEST_FIRST)
        .forEach(
            deviceClass -> {
              String name = deviceClass.getMetadata().getName();
              classByResource.put(IMPLICIT + name, name);
              String explicit = deviceClass.getSpec().getExtendedResourceName();
              if (explicit != null && !explicit.isEmpty()) {
                classByResource.putIfAbsent(explicit, name);
              }
            });
  }

  /** Returns the name of the class that provides a resource. */
  Optional<String> classFor(String resource) {
    return Optional.ofNullable(classByResource.get(resource));
  }
}
