package io.github.dratestkit.apiserver.resource;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns objects of v1beta1 into v1 and back (pkg/apis/resource/v1beta1/conversion.go, 1.37). In
 * v1beta1 an exact request lies flat beside its name, what a device has lies in {@code basic}, and
 * the node fields of slices are no pointers. All other versions have the shape of v1.
 */
final class FirstBeta {

  static final String VERSION = "v1beta1";

  private static final List<String> FLAT =
      List.of(
          "deviceClassName",
          "selectors",
          "allocationMode",
          "count",
          "adminAccess",
          "tolerations",
          "capacity",
          "derivedAttributes");

  /** Fields that are no pointers, so that they are set only if they are not empty. */
  private static final List<String> VALUES = List.of("deviceClassName", "allocationMode", "count");

  private FirstBeta() {}

  static void claimSpecToHub(JsonNode spec) {
    for (ObjectNode request : Tree.objects(spec.path("devices"), "requests")) {
      List<String> set = FLAT.stream().filter(field -> isSet(request, field)).toList();
      if (!set.isEmpty()) {
        ObjectNode exactly = request.objectNode();
        set.forEach(field -> exactly.set(field, request.path(field)));
        request.set("exactly", exactly);
      }
      request.remove(FLAT);
    }
  }

  static void claimSpecFromHub(JsonNode spec) {
    for (ObjectNode request : Tree.objects(spec.path("devices"), "requests")) {
      if (request.path("exactly") instanceof ObjectNode exactly) {
        request.setAll(exactly);
      }
      request.remove("exactly");
    }
  }

  static void sliceToHub(ObjectNode slice) {
    if (!(slice.path("spec") instanceof ObjectNode spec)) {
      return;
    }
    if (Tree.text(spec, "nodeName").isEmpty()) {
      spec.remove("nodeName");
    }
    if (!Tree.isTrue(spec, "allNodes")) {
      spec.remove("allNodes");
    }
    for (ObjectNode device : Tree.objects(spec, "devices")) {
      if (device.remove("basic") instanceof ObjectNode basic) {
        device.setAll(basic);
      }
    }
  }

  static void sliceFromHub(ObjectNode slice) {
    for (ObjectNode device : Tree.objects(slice.path("spec"), "devices")) {
      ObjectNode basic = device.objectNode();
      basic.setAll(device);
      basic.remove("name");
      device.retain("name");
      device.set("basic", basic);
    }
  }

  private static boolean isSet(ObjectNode request, String field) {
    JsonNode value = request.path(field);
    return Tree.has(request, field)
        && !(VALUES.contains(field)
            && (value.asString("").isEmpty() || (value.isNumber() && value.asLong(1) == 0)));
  }
}
