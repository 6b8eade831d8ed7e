package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * What a whole pod asks for: its containers together, or an init container if that needs more, or
 * what the pod itself says (component-helpers/resource/helpers.go, 1.37).
 */
final class PodResources {

  private PodResources() {}

  static Map<String, Quantity> requests(JsonNode spec) {
    return total(spec, "requests");
  }

  static Map<String, Quantity> limits(JsonNode spec) {
    return total(spec, "limits");
  }

  private static Map<String, Quantity> total(JsonNode spec, String list) {
    Map<String, Quantity> total = new TreeMap<>();
    for (JsonNode container : spec.path("containers")) {
      Amounts.add(total, Amounts.of(container.path("resources").path(list)));
    }
    Map<String, Quantity> sidecars = new TreeMap<>();
    Map<String, Quantity> least = new TreeMap<>();
    for (JsonNode container : spec.path("initContainers")) {
      Map<String, Quantity> own = Amounts.of(container.path("resources").path(list));
      if (container.path("restartPolicy").asString("").equals("Always")) {
        Amounts.add(total, own);
        Amounts.add(sidecars, own);
        Amounts.raise(least, sidecars);
      } else {
        Amounts.add(own, sidecars);
        Amounts.raise(least, own);
      }
    }
    Amounts.raise(total, least);
    Amounts.of(spec.path("resources").path(list))
        .forEach(
            (name, amount) -> {
              if (isOfPods(name)) {
                total.put(name, amount);
              }
            });
    Amounts.add(total, Amounts.of(spec.path("overhead")));
    return total;
  }

  private static boolean isOfPods(String name) {
    return name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-");
  }
}
