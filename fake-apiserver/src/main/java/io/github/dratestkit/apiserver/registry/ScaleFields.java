package io.github.dratestkit.apiserver.registry;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where a custom resource has what its scale shows.
 *
 * @param wanted the way to the size that is wanted
 * @param present the way to the size that is there
 * @param selector the way to the selector of its pods, empty if there is none
 */
public record ScaleFields(List<String> wanted, List<String> present, List<String> selector) {

  /** Returns what stands at the end of a way, a missing node if there is nothing. */
  public static JsonNode at(JsonNode object, List<String> way) {
    JsonNode found = object;
    for (String step : way) {
      found = found.path(step);
    }
    return found;
  }

  /** Sets the size that is wanted, in place. */
  void want(ObjectNode object, int size) {
    ObjectNode parent = object;
    for (String step : wanted.subList(0, wanted.size() - 1)) {
      parent = parent.withObjectProperty(step);
    }
    parent.put(wanted.get(wanted.size() - 1), size);
  }
}
