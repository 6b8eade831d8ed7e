package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps volumes and their claims while they are in use (StorageObjectInUseProtection, 1.37). */
final class InUseProtection implements AdmissionPlugin {

  private static final Map<String, String> FINALIZERS =
      Map.of(
          "persistentvolumes", "kubernetes.io/pv-protection",
          "persistentvolumeclaims", "kubernetes.io/pvc-protection",
          "volumeattributesclasses.storage.k8s.io", "kubernetes.io/vac-protection");

  @Override
  public void admitCreate(Target target, ObjectNode object, WriteContext context) {
    String finalizer = FINALIZERS.get(target.resource().resource().toString());
    if (finalizer == null) {
      return;
    }
    ArrayNode finalizers = object.withObjectProperty("metadata").withArrayProperty("finalizers");
    for (JsonNode present : finalizers) {
      if (present.asString("").equals(finalizer)) {
        return;
      }
    }
    finalizers.add(finalizer);
  }
}
