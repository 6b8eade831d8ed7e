package io.github.dratestkit.apiserver.codec;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the first document of a text in YAML into the tree that the server makes of it
 * (sigs.k8s.io/yaml, goyaml.v2). Anchors may be used, of a key that comes twice the last value
 * counts, and {@code yes} is a boolean.
 */
final class YamlReader {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setAllowDuplicateKeys(true).setParseComments(false).build();
  private static final String MERGE = "<<";

  private final List<String> repeated = new ArrayList<>();
  private final Map<Node, Boolean> open = new IdentityHashMap<>();

  private YamlReader() {}

  /**
   * Reads a text.
   *
   * @throws org.snakeyaml.engine.v2.exceptions.YamlEngineException if it is no YAML
   * @throws DecodingException if it is YAML that has no counterpart in JSON
   */
  static YamlText.Document read(String text) {
    YamlReader reader = new YamlReader();
    java.util.Iterator<Node> documents =
        new Compose(SETTINGS).composeAllFromString(text).iterator();
    Optional<Node> first = documents.hasNext() ? Optional.of(documents.next()) : Optional.empty();
    JsonNode tree = first.map(reader::value).orElseGet(NODES::nullNode);
    return new YamlText.Document(tree, List.copyOf(reader.repeated));
  }

  private JsonNode value(Node node) {
    if (node instanceof ScalarNode scalar) {
      return YamlScalar.value(scalar);
    }
    if (open.put(node, true) != null) {
      throw new DecodingException("yaml: anchor value contains itself");
    }
    JsonNode value =
        node instanceof MappingNode mapping ? object(mapping) : list((SequenceNode) node);
    open.remove(node);
    return value;
  }

  private ArrayNode list(SequenceNode sequence) {
    ArrayNode list = NODES.arrayNode();
    sequence.getValue().forEach(item -> list.add(value(item)));
    return list;
  }

  private ObjectNode object(MappingNode mapping) {
    ObjectNode object = NODES.objectNode();
    for (NodeTuple entry : mapping.getValue()) {
      if (entry.getKeyNode() instanceof ScalarNode key && key.getValue().equals(MERGE)) {
        merge(object, value(entry.getValueNode()));
        continue;
      }
      String key = key(entry);
      JsonNode value = value(entry.getValueNode());
      if (object.has(key)) {
        repeated.add(
            "line "
                + (entry.getValueNode().getStartMark().map(mark -> mark.getLine() + 1).orElse(0))
                + ": key "
                + GoText.quote(key)
                + " already set in map");
      }
      object.set(key, value);
    }
    return object;
  }

  // What stands there already is kept.
  private static void merge(ObjectNode object, JsonNode merged) {
    if (merged.isArray()) {
      merged.forEach(one -> merge(object, one));
    } else if (merged instanceof ObjectNode other) {
      other.properties().forEach(entry -> object.putIfAbsent(entry.getKey(), entry.getValue()));
    } else {
      throw new DecodingException("yaml: map merge requires map or sequence of maps as the value");
    }
  }

  private String key(NodeTuple entry) {
    JsonNode key = value(entry.getKeyNode());
    if (key.isNull() || key.isContainer()) {
      throw new DecodingException("unsupported map key of type: " + key);
    }
    return key.asString();
  }
}
