package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes objects of a kind at random from the table of fields: each field is there or not, in every
 * version of the API. They obey no rule but the types.
 */
final class GeneratedObjects {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** What the versions cannot all say: not set, or set to nothing. */
  private static final Set<String> NEVER_EMPTY = Set.of("allNodes", "exactly", "basic");

  private final Random random;
  private final Set<String> made = new TreeSet<>();

  GeneratedObjects(Random random) {
    this.random = random;
  }

  /** Returns an object with everything but metadata that says anything. */
  ObjectNode next(GroupVersionKind kind) {
    ObjectType type = Schema.builtIn().type(kind).orElseThrow();
    ObjectNode object = NODES.objectNode();
    object.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
    object.putObject("metadata").put("name", "generated");
    for (String part : Set.of("spec", "status")) {
      Field field = type.field(part);
      if (field != null) {
        object.set(part, fields(field.shape().object()));
      }
    }
    return object;
  }

  /** Returns the fields that were made so far, each as {@code type.field}. */
  Set<String> made() {
    return made;
  }

  /** Returns the fields that objects of a kind can have, each as {@code type.field}. */
  static Set<String> possible(GroupVersionKind kind) {
    Set<String> all = new TreeSet<>();
    ObjectType type = Schema.builtIn().type(kind).orElseThrow();
    for (String part : Set.of("spec", "status")) {
      Field field = type.field(part);
      if (field != null) {
        collect(field.shape().object(), all);
      }
    }
    return all;
  }

  private static void collect(ObjectType type, Set<String> all) {
    for (Field field : type.fields()) {
      all.add(type.name() + "." + field.name());
      Shape shape = field.shape();
      while (shape.kind() == Kind.LIST || shape.kind() == Kind.MAP) {
        shape = shape.element();
      }
      if (shape.kind() == Kind.OBJECT) {
        collect(shape.object(), all);
      }
    }
  }

  private ObjectNode fields(ObjectType type) {
    ObjectNode object = NODES.objectNode();
    for (Field field : type.fields()) {
      if (field.name().equals("basic") || random.nextInt(3) > 0) {
        object.set(field.name(), value(field.shape(), NEVER_EMPTY.contains(field.name())));
        made.add(type.name() + "." + field.name());
      }
    }
    return object;
  }

  private JsonNode value(Shape shape, boolean filled) {
    return switch (shape.kind()) {
      case STRING -> NODES.stringNode("text-" + random.nextInt(9));
      case BOOL -> NODES.booleanNode(filled || random.nextBoolean());
      case INT32, INT64 -> NODES.numberNode(1 + random.nextInt(9));
      case QUANTITY -> NODES.stringNode((1 + random.nextInt(9)) + "Gi");
      case TIME -> NODES.stringNode("2025-01-0" + (1 + random.nextInt(9)) + "T00:00:00Z");
      case FIELDS_V1 -> NODES.objectNode().set("f:spec", NODES.objectNode());
      case RAW_EXTENSION -> JsonMapper.shared().readTree("{\"a\":1.0}");
      case LIST -> {
        ArrayNode list = NODES.arrayNode();
        for (int i = 0; i <= random.nextInt(2); i++) {
          list.add(value(shape.element(), false));
        }
        yield list;
      }
      case MAP -> {
        ObjectNode map = NODES.objectNode();
        for (int i = 0; i <= random.nextInt(2); i++) {
          map.set("example.com/key-" + i, value(shape.element(), false));
        }
        yield map;
      }
      case OBJECT -> {
        ObjectNode object = fields(shape.object());
        if (filled && object.isEmpty()) {
          Field first = shape.object().fields().get(0);
          object.set(first.name(), value(first.shape(), true));
        }
        yield object;
      }
      default -> throw new IllegalStateException("no field of these kinds is " + shape.kind());
    };
  }
}
