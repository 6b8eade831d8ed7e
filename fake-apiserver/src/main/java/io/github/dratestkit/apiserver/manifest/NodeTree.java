package io.github.dratestkit.apiserver.manifest;

import java.math.BigInteger;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns composed YAML into a tree and notes the line of every field. */
final class NodeTree {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private NodeTree() {}

  static ObjectNode objectOf(String file, MappingNode mapping, Map<String, Integer> lines) {
    return object(file, mapping, "", lines);
  }

  private static JsonNode node(String file, Node node, String path, Map<String, Integer> lines) {
    node.getStartMark().ifPresent(mark -> lines.putIfAbsent(path, Manifests.line(mark)));
    if (node instanceof MappingNode mapping) {
      return object(file, mapping, path, lines);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = NODES.arrayNode();
      for (Node item : sequence.getValue()) {
        array.add(node(file, item, path + "[" + array.size() + "]", lines));
      }
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private static ObjectNode object(
      String file, MappingNode mapping, String path, Map<String, Integer> lines) {
    ObjectNode object = NODES.objectNode();
    mapping.getStartMark().ifPresent(mark -> lines.putIfAbsent(path, Manifests.line(mark)));
    for (NodeTuple field : mapping.getValue()) {
      int line = field.getKeyNode().getStartMark().map(Manifests::line).orElse(1);
      if (!(field.getKeyNode() instanceof ScalarNode key)) {
        throw new ManifestException(file + ":" + line + ": the name of a field must be a text");
      }
      String fieldPath = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
      if (object.has(key.getValue())) {
        throw new ManifestException(file + ":" + line + ": " + fieldPath + ": given twice");
      }
      lines.put(fieldPath, line);
      object.set(key.getValue(), node(file, field.getValueNode(), fieldPath, lines));
    }
    return object;
  }

  private static JsonNode scalar(ScalarNode scalar) {
    String text = scalar.getValue();
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return NODES.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      return NODES.booleanNode(Boolean.parseBoolean(text));
    }
    if (tag.equals(Tag.INT)) {
      return integer(text);
    }
    if (tag.equals(Tag.FLOAT) && text.matches("[-+0-9.eE]+")) {
      return NODES.numberNode(new java.math.BigDecimal(text));
    }
    return NODES.stringNode(text);
  }

  private static JsonNode integer(String text) {
    if (!text.matches("[-+]?[0-9]+")) {
      return NODES.numberNode(java.lang.Long.decode(text.replace("0o", "0")).longValue());
    }
    BigInteger value = new BigInteger(text);
    return value.bitLength() < Long.SIZE
        ? NODES.numberNode(value.longValue())
        : NODES.numberNode(value);
  }
}
