package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Nodes: selected by whether they are cordoned; their status may be written with labels. */
final class NodeStrategy implements Strategy {

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.unschedulable");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "spec.unschedulable",
        Boolean.toString(object.path("spec").path("unschedulable").asBoolean(false)));
  }
}
