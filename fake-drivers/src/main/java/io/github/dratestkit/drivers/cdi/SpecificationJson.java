package io.github.dratestkit.drivers.cdi;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a specification. */
final class SpecificationJson {

  private static final String VERSION = "0.6.0";

  private SpecificationJson() {}

  static ObjectNode of(String kind, List<CdiDevice> devices) {
    ObjectNode specification = JsonNodeFactory.instance.objectNode();
    specification.put("cdiVersion", VERSION);
    specification.put("kind", kind);
    var list = specification.putArray("devices");
    for (CdiDevice device : devices) {
      ObjectNode entry = list.addObject();
      entry.put("name", device.name());
      write(device.edits(), entry.putObject("containerEdits"));
    }
    return specification;
  }

  /** Returns what a specification says of a device, or none if it is not its own. */
  static Optional<ContainerEdits> find(JsonNode specification, String id) {
    for (JsonNode device : specification.path("devices")) {
      String own = specification.path("kind").asString("") + "=" + device.path("name").asString("");
      if (own.equals(id)) {
        return Optional.of(
            edits(specification.path("containerEdits")).and(edits(device.path("containerEdits"))));
      }
    }
    return Optional.empty();
  }

  private static void write(ContainerEdits edits, ObjectNode into) {
    if (!edits.environment().isEmpty()) {
      var environment = into.putArray("env");
      edits.environment().forEach(environment::add);
    }
    if (!edits.deviceNodes().isEmpty()) {
      var nodes = into.putArray("deviceNodes");
      edits.deviceNodes().forEach(path -> nodes.addObject().put("path", path));
    }
    if (!edits.mounts().isEmpty()) {
      var mounts = into.putArray("mounts");
      for (String mount : edits.mounts()) {
        int colon = mount.indexOf(':');
        mounts
            .addObject()
            .put("hostPath", mount.substring(0, colon))
            .put("containerPath", mount.substring(colon + 1));
      }
    }
  }

  private static ContainerEdits edits(JsonNode node) {
    return new ContainerEdits(
        node.path("env").valueStream().map(JsonNode::asString).toList(),
        node.path("deviceNodes").valueStream().map(path -> path.path("path").asString("")).toList(),
        node.path("mounts")
            .valueStream()
            .map(
                mount ->
                    mount.path("hostPath").asString("")
                        + ":"
                        + mount.path("containerPath").asString(""))
            .toList());
  }
}
