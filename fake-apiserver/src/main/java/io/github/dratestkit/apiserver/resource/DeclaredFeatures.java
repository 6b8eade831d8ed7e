package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Devices that stand for resources of a node are only for nodes that know about it (admission
 * plugin NodeDeclaredFeatureValidator, KEP-5517, 1.37).
 */
final class DeclaredFeatures {

  private static final GroupResource NODES = new GroupResource("", "nodes");
  private static final String FEATURE = "DRANodeAllocatableResources";

  private DeclaredFeatures() {}

  static Optional<String> refusal(ObjectNode slice, WriteContext context) {
    if (!context.features().enabled("NodeDeclaredFeatures")
        || !context.features().enabled(FEATURE)) {
      return Optional.empty();
    }
    JsonNode spec = slice.path("spec");
    boolean perDevice = Tree.isTrue(spec, "perDeviceNodeSelection");
    for (JsonNode device : Tree.items(spec, "devices")) {
      if (device.path("nodeAllocatableResources").isEmpty()) {
        continue;
      }
      Optional<String> refusal = ofNodes(perDevice ? device : spec, device, context);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  /** Looks at the nodes that {@code owner} selects, a device or its slice. */
  private static Optional<String> ofNodes(JsonNode owner, JsonNode device, WriteContext context) {
    String name = Tree.text(owner, "nodeName");
    if (!name.isEmpty()) {
      Optional<ObjectNode> node = context.find(NODES, "", name);
      return node.isPresent()
          ? ofNode(node.get())
          : Optional.of("node \"" + name + "\" of device " + quoted(device) + " was not found");
    }
    List<ObjectNode> selected = new ArrayList<>();
    if (Tree.has(owner, "nodeSelector")) {
      for (ObjectNode node : context.all(NODES)) {
        if (NodeMatch.matches(owner.path("nodeSelector"), node)) {
          selected.add(node);
        }
      }
    } else if (Tree.isTrue(owner, "allNodes")) {
      context.all(NODES).forEach(selected::add);
    } else {
      return Optional.of("device " + quoted(device) + " is on no node");
    }
    return selected.stream().map(DeclaredFeatures::ofNode).flatMap(Optional::stream).findFirst();
  }

  private static Optional<String> ofNode(ObjectNode node) {
    return Tree.texts(node.path("status"), "declaredFeatures").contains(FEATURE)
        ? Optional.empty()
        : Optional.of(
            "node \""
                + Tree.text(node.path("metadata"), "name")
                + "\" does not declare the feature "
                + FEATURE);
  }

  private static String quoted(JsonNode device) {
    return '"' + Tree.text(device, "name") + '"';
  }
}
