package io.github.dratestkit.apiserver.resource;

import java.util.List;
import java.util.Random;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes claims and slices of v1 at random; each field is there or not. */
final class GeneratedObjects {

  private final Random random;

  GeneratedObjects(Random random) {
    this.random = random;
  }

  ObjectNode next() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "resource.k8s.io/v1");
    boolean slice = random.nextBoolean();
    object.put("kind", slice ? "ResourceSlice" : "ResourceClaim");
    object.putObject("metadata").put("name", "generated");
    if (slice) {
      slice(object.putObject("spec"));
    } else {
      claim(object.putObject("spec").putObject("devices"));
    }
    return object;
  }

  private boolean maybe() {
    return random.nextInt(3) > 0;
  }

  private void claim(ObjectNode devices) {
    ArrayNode requests = devices.putArray("requests");
    for (int i = 0; i < random.nextInt(4); i++) {
      ObjectNode request = requests.addObject().put("name", "r" + i);
      if (random.nextBoolean()) {
        request(request.putObject("exactly"), true);
      } else {
        ArrayNode alternatives = request.putArray("firstAvailable");
        for (int j = 0; j <= random.nextInt(3); j++) {
          request(alternatives.addObject().put("name", "s" + j), false);
        }
      }
    }
    if (maybe()) {
      devices.putArray("constraints").addObject().put("matchAttribute", "example.com/a");
    }
    if (maybe()) {
      ObjectNode opaque = devices.putArray("config").addObject().putObject("opaque");
      opaque.put("driver", "d.example.com").putObject("parameters").put("a", 1.0);
    }
  }

  private void request(ObjectNode request, boolean exact) {
    request.put("deviceClassName", "class");
    if (maybe()) {
      request.put("allocationMode", random.nextBoolean() ? "All" : "ExactCount");
    }
    if (maybe()) {
      request.put("count", random.nextInt(5));
    }
    if (exact && maybe()) {
      request.put("adminAccess", random.nextBoolean());
    }
    if (maybe()) {
      request.putArray("selectors").addObject().putObject("cel").put("expression", "true");
    }
    if (maybe()) {
      ObjectNode toleration = request.putArray("tolerations").addObject();
      toleration.put("key", "k").put("operator", "Exists").put("tolerationSeconds", -1);
    }
    if (maybe()) {
      request.putObject("capacity").putObject("requests").put("memory", "1Gi");
    }
    if (maybe()) {
      ObjectNode derived = request.putArray("derivedAttributes").addObject();
      derived.put("name", "example.com/a").put("expression", "device.driver");
    }
  }

  private void slice(ObjectNode spec) {
    spec.put("driver", "d.example.com");
    spec.putObject("pool").put("name", "p").put("generation", 1).put("resourceSliceCount", 1);
    switch (random.nextInt(4)) {
      case 0 -> spec.put("nodeName", "node");
      case 1 -> spec.put("allNodes", true);
      case 2 -> spec.put("perDeviceNodeSelection", true);
      default -> nodeSelector(spec);
    }
    if (random.nextInt(4) == 0) {
      counters(spec.putArray("sharedCounters").addObject().put("name", "c"));
      return;
    }
    ArrayNode devices = spec.putArray("devices");
    for (int i = 0; i < random.nextInt(4); i++) {
      device(devices.addObject().put("name", "d" + i));
    }
  }

  private void device(ObjectNode device) {
    if (maybe()) {
      ObjectNode attributes = device.putObject("attributes");
      attributes.putObject("i").put("int", random.nextInt());
      attributes.putObject("b").put("bool", random.nextBoolean());
      attributes.putObject("example.com/s").put("string", "");
      attributes.putObject("v").put("version", "1.2.3");
      attributes.putObject("l").putArray("ints").add(0).add(1);
    }
    if (maybe()) {
      ObjectNode capacity = device.putObject("capacity").putObject("memory").put("value", "40Gi");
      capacity.putObject("requestPolicy").put("default", "1Gi");
      device.put("allowMultipleAllocations", random.nextBoolean());
    }
    if (maybe()) {
      counters(device.putArray("consumesCounters").addObject().put("counterSet", "c"));
    }
    if (maybe()) {
      ObjectNode taint = device.putArray("taints").addObject();
      taint.put("key", "k").put("effect", "None").put("timeAdded", "2026-01-01T00:00:00Z");
    }
    if (maybe()) {
      device.put("bindsToNode", random.nextBoolean());
      device.putArray("bindingConditions").add("a");
      device.putArray("bindingFailureConditions").add("b");
    }
    switch (random.nextInt(4)) {
      case 0 -> device.put("nodeName", List.of("", "node").get(random.nextInt(2)));
      case 1 -> device.put("allNodes", random.nextBoolean());
      case 2 -> nodeSelector(device);
      default -> {}
    }
  }

  private static void counters(ObjectNode owner) {
    owner.putObject("counters").putObject("m").put("value", "1");
  }

  private static void nodeSelector(ObjectNode owner) {
    ObjectNode term = owner.putObject("nodeSelector").putArray("nodeSelectorTerms").addObject();
    ObjectNode field = term.putArray("matchFields").addObject();
    field.put("key", "metadata.name").put("operator", "In").putArray("values").add("node");
  }
}
