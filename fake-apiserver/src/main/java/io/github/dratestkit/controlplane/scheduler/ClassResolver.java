package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.github.dratestkit.controlplane.common.Change;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which device class provides an extended resource: the class that names it, or the class named in
 * it. Of several classes that name one resource the youngest counts, and of equally young ones the
 * first by name. It learns from one change at a time and is as forgetful as upstream: a class that
 * loses is not known by its own name either, and when any of the classes goes, the resource has
 * none (semantics §7.7). Source: {@code dynamic-resource-allocation/deviceclass/
 * extendedresourcecache}, 1.37.
 */
final class ClassResolver {

  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

  private record Known(String name, String created) {}

  private final Map<String, Known> classByResource = new HashMap<>();

  /** Takes in a change of a class. */
  void apply(Change<DeviceClass> change) {
    if (change instanceof Change.Deleted<DeviceClass>) {
      forget(change.object());
      return;
    }
    DeviceClass now = change.object();
    String created = now.getMetadata().getCreationTimestamp();
    Known known = new Known(now.getMetadata().getName(), created == null ? "" : created);
    String explicit = explicitOf(now);
    Known rival = explicit == null ? null : classByResource.get(explicit);
    if (rival != null && !wins(known, rival)) {
      return;
    }
    if (change instanceof Change.Modified<DeviceClass> modified) {
      forget(modified.before());
    }
    if (explicit != null) {
      classByResource.put(explicit, known);
    }
    classByResource.put(IMPLICIT + known.name(), known);
  }

  /** Returns the name of the class that provides a resource. */
  Optional<String> classFor(String resource) {
    return Optional.ofNullable(classByResource.get(resource)).map(Known::name);
  }

  private void forget(DeviceClass deviceClass) {
    classByResource.remove(IMPLICIT + deviceClass.getMetadata().getName());
    String explicit = explicitOf(deviceClass);
    if (explicit != null) {
      classByResource.remove(explicit);
    }
  }

  private static boolean wins(Known known, Known rival) {
    int age = known.created().compareTo(rival.created());
    return age > 0 || (age == 0 && known.name().compareTo(rival.name()) < 0);
  }

  private static @Nullable String explicitOf(DeviceClass deviceClass) {
    String name = deviceClass.getSpec().getExtendedResourceName();
    return name == null || name.isEmpty() ? null : name;
  }
}
