package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Objects of custom resources as trees: whatever JSON holds is taken, then what their schema does
 * not declare is removed. Only their metadata has a type (apiextensions-apiserver,
 * pkg/apiserver/customresource_handler.go, 1.37).
 */
final class CustomObjects {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int SHOWN = 30;

  private final Schema schema;

  CustomObjects(Schema schema) {
    this.schema = schema;
  }

  /** Returns the structure of metadata, which is that of every kind. */
  static ObjectType metadataType() {
    return Holder.METADATA;
  }

  private static final class Holder {
    static final ObjectType METADATA =
        Schema.metadataOf(new GroupVersionKind("", "v1", "ConfigMap"));
  }

  /**
   * Reads an object.
   *
   * @param strict takes complaints about unknown and repeated fields; null if there are to be none
   * @throws DecodingException if it is no object of the expected kind
   */
  ObjectNode read(byte[] json, GroupVersionKind expected, @Nullable StrictErrors strict) {
    JsonNode tree = tree(json, expected);
    if (!(tree instanceof ObjectNode sent)) {
      throw unrecognised(expected, json, "json: cannot unmarshal into a map of fields");
    }
    if (strict != null) {
      UntypedFields.repeated(json).forEach(strict::complaint);
    }
    GroupVersionKind told = kindOf(sent, expected, json);
    ObjectNode object = canonical(sent);
    readMetadata(object, strict);
    StructuralSchema structure =
        schema.structural(expected.in(told.version())).orElse(StructuralSchema.NOTHING);
    if (told.group().equals(expected.group()) && told.kind().equals(expected.kind())) {
      List<String> unknown = structure.pruned(object);
      if (strict != null) {
        unknown.forEach(path -> strict.complaint("unknown field \"" + path + "\""));
      }
      structure.removeNulls(object);
      readEmbedded(object, structure, expected, strict);
    }
    check(object, told, expected);
    return object;
  }

  private static void readEmbedded(
      ObjectNode object,
      StructuralSchema structure,
      GroupVersionKind expected,
      @Nullable StrictErrors strict) {
    try {
      EmbeddedObjects.read(object, structure, strict);
    } catch (DecodingException broken) {
      if (strict != null) {
        strict.forget();
      }
      throw new DecodingException(
          expected.kind()
              + " in version "
              + GoText.quote(expected.version())
              + " cannot be handled as a "
              + expected.kind()
              + ": "
              + broken.text());
    }
  }

  private static void check(ObjectNode object, GroupVersionKind told, GroupVersionKind expected) {
    if (!told.apiVersion().equals(expected.apiVersion())) {
      throw new DecodingException(
          "the API version in the data ("
              + told.apiVersion()
              + ") does not match the expected API version ("
              + expected.apiVersion()
              + ")");
    }
    if (!told.kind().equals(expected.kind())) {
      throw StatusErrors.invalid(
          told,
          object.path("metadata").path("name").asString(""),
          List.of(FieldError.invalid("kind", told.kind(), "must be " + expected.kind())));
    }
  }

  private static JsonNode tree(byte[] json, GroupVersionKind expected) {
    try {
      return JsonMapper.shared().readTree(json);
    } catch (JacksonException broken) {
      throw unrecognised(
          expected,
          json,
          "couldn't get version/kind; json parse error: " + broken.getOriginalMessage());
    }
  }

  private static GroupVersionKind kindOf(ObjectNode sent, GroupVersionKind expected, byte[] json) {
    String kind = sent.path("kind").asString("");
    if (kind.isEmpty()) {
      throw unrecognised(expected, json, "Object 'Kind' is missing in '" + text(json) + "'");
    }
    return GroupVersionKind.of(sent.path("apiVersion").asString(""), kind);
  }

  private static DecodingException unrecognised(
      GroupVersionKind expected, byte[] json, String why) {
    String text = text(json);
    String shown =
        text.isEmpty()
            ? "<empty>"
            : text.length() <= SHOWN ? text : text.substring(0, SHOWN) + " ...";
    return new DecodingException(
        "the object provided is unrecognized (must be of type "
            + expected.kind()
            + "): "
            + why
            + " ("
            + shown
            + ")");
  }

  private static void readMetadata(ObjectNode object, @Nullable StrictErrors strict) {
    JsonNode sent = object.get("metadata");
    if (sent == null) {
      return;
    }
    if (strict != null) {
      strict.enterField("metadata");
    }
    ObjectNode metadata =
        new TypedReader(JsonMapper.shared().writeValueAsBytes(sent), strict).read(metadataType());
    if (strict != null) {
      strict.leave();
    }
    object.set("metadata", metadata);
  }

  /**
   * Returns an object in the form in which the server keeps and shows it: without what its schema
   * does not declare, and with sorted keys.
   */
  ObjectNode settle(ObjectNode object, StructuralSchema structure, Settler settler) {
    ObjectNode settled = canonical(object);
    structure.prune(settled);
    if (settled.get("metadata") instanceof ObjectNode metadata) {
      settled.set("metadata", sorted(settler.settle(metadataType(), metadata)));
    }
    return settled;
  }

  private static ObjectNode sorted(ObjectNode object) {
    ObjectNode sorted = NODES.objectNode();
    TreeMap<String, JsonNode> fields = new TreeMap<>();
    object.forEachEntry(fields::put);
    fields.forEach(sorted::set);
    return sorted;
  }

  private static ObjectNode canonical(ObjectNode object) {
    TreeMap<String, JsonNode> fields = new TreeMap<>();
    object.forEachEntry((name, value) -> fields.put(GoText.whole(name), canonical(value)));
    ObjectNode canonical = NODES.objectNode();
    fields.forEach(canonical::set);
    return canonical;
  }

  /** Returns a value of which equal ones are equal trees: sorted keys, one form of numbers. */
  private static JsonNode canonical(JsonNode value) {
    if (value instanceof ObjectNode object) {
      return canonical(object);
    }
    if (value instanceof ArrayNode list) {
      ArrayNode canonical = NODES.arrayNode(list.size());
      list.forEach(item -> canonical.add(canonical(item)));
      return canonical;
    }
    if (value.isString()) {
      return StringNode.valueOf(GoText.whole(value.stringValue()));
    }
    return value.isNumber() ? number(value) : value;
  }

  private static JsonNode number(JsonNode value) {
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return TypedReader.integer(value.longValue());
    }
    double number = value.doubleValue();
    boolean whole = number == Math.rint(number) && Math.abs(number) < 1L << 53;
    return whole ? TypedReader.integer((long) number) : DoubleNode.valueOf(number);
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
