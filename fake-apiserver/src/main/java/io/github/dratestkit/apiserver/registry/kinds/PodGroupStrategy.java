package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pod groups: protected by a finalizer from their creation until their pods have ended, disrupted
 * pod by pod and of no priority unless they say otherwise, and without a generation.
 */
final class PodGroupStrategy implements Strategy {

  private static final String FINALIZER = "scheduling.k8s.io/podgroup-protection";

  @Override
  public String hubVersion() {
    return "v1beta1";
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (!(object.get("spec") instanceof ObjectNode spec)) {
      return;
    }
    if (Absent.is(spec, "disruptionMode")) {
      spec.putObject("disruptionMode").putObject("single");
    }
    if (Absent.is(spec, "priority")) {
      spec.put("priority", 0);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object.putObject("status");
    if (object.get("metadata") instanceof ObjectNode metadata) {
      ArrayNode finalizers =
          metadata.get("finalizers") instanceof ArrayNode known
              ? known
              : metadata.putArray("finalizers");
      for (JsonNode finalizer : finalizers) {
        if (finalizer.asString("").equals(FINALIZER)) {
          return;
        }
      }
      finalizers.add(FINALIZER);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    JsonNode status = old.get("status");
    if (status == null) {
      object.remove("status");
    } else {
      object.set("status", status.deepCopy());
    }
  }
}
