package io.github.dratestkit.apiserver.manifest;

import java.math.BigInteger;
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

/** Turns composed YAML into a tree and notes where every field stands. */
final class NodeTree {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private NodeTree() {}

  static ObjectNode objectOf(String file, MappingNode mapping, SourceMap source) {
    return object(file, mapping, "", source);
  }

  private static JsonNode node(String file, Node node, String path, SourceMap source) {
    node.getStartMark().map(Manifests::position).ifPresent(at -> note(source, path, at));
    if (node instanceof MappingNode mapping) {
      return object(file, mapping, path, source);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = NODES.arrayNode();
      for (Node item : sequence.getValue()) {
        array.add(node(file, item, path + "[" + array.size() + "]", source));
      }
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private static void note(SourceMap source, String path, Position position) {
    source.field(path, position);
    source.value(path, position);
  }

  private static ObjectNode object(
      String file, MappingNode mapping, String path, SourceMap source) {
    ObjectNode object = NODES.objectNode();
    mapping.getStartMark().map(Manifests::position).ifPresent(at -> source.field(path, at));
    for (NodeTuple field : mapping.getValue()) {
      Position at =
          field.getKeyNode().getStartMark().map(Manifests::position).orElse(Position.START);
      if (!(field.getKeyNode() instanceof ScalarNode key)) {
        throw new ManifestException(file, at, "the name of a field must be a text");
      }
      String fieldPath = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
      if (object.has(key.getValue())) {
        throw new ManifestException(file, at, fieldPath + ": given twice");
      }
      source.field(fieldPath, at);
      object.set(key.getValue(), node(file, field.getValueNode(), fieldPath, source));
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
