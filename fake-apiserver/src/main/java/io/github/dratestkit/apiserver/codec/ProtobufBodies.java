package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Schema;
import java.nio.ByteBuffer;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts protobuf answers together: messages of objects, which can be kept and used again, lists of
 * them, the envelope around them, and the frames of watches.
 */
public final class ProtobufBodies {

  private static final GroupVersionKind STATUS = new GroupVersionKind("", "v1", "Status");

  private final Schema schema;

  /** Makes bodies for the kinds of a schema. */
  public ProtobufBodies(Schema schema) {
    this.schema = schema;
  }

  /** Returns the message of an object, without its envelope. */
  public byte[] message(ObjectNode object) {
    return ProtobufWriter.write(typeOf(kindOf(object)), object).bytes();
  }

  /** Returns the message of a {@code PartialObjectMetadata} with the metadata of an object. */
  public byte[] metadataMessage(ObjectNode object) {
    WireOutput out = new WireOutput();
    out.message(1, ProtobufWriter.write(CustomObjects.metadataType(), metadata(object)));
    return out.bytes();
  }

  /**
   * Returns the message of a list.
   *
   * @param metadata the metadata of the list
   * @param items the messages of its items
   */
  public byte[] listMessage(ObjectNode metadata, List<byte[]> items) {
    WireOutput out = new WireOutput();
    out.message(1, ProtobufWriter.write(metadataOf(STATUS), metadata));
    items.forEach(item -> out.octets(2, item));
    return out.bytes();
  }

  /** Returns a message in the envelope that says of what kind it is. */
  public byte[] seal(String apiVersion, String kind, byte[] message) {
    return new ProtobufEnvelope(apiVersion, kind, message).seal();
  }

  /** Returns a Status in its envelope. */
  public byte[] status(ObjectNode status) {
    return seal(STATUS.apiVersion(), STATUS.kind(), message(status));
  }

  /**
   * Returns the frame of a watch: its length in four bytes, then the event.
   *
   * @param type such as {@code ADDED}
   * @param sealed the object in its envelope
   */
  public byte[] watchFrame(String type, byte[] sealed) {
    WireOutput extension = new WireOutput();
    extension.octets(1, sealed);
    WireOutput event = new WireOutput();
    event.text(1, type);
    event.message(2, extension);
    byte[] bytes = event.bytes();
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  private static GroupVersionKind kindOf(ObjectNode object) {
    return GroupVersionKind.of(
        object.path("apiVersion").asString(""), object.path("kind").asString(""));
  }

  private ObjectType typeOf(GroupVersionKind kind) {
    return schema
        .type(kind)
        .orElseThrow(() -> new IllegalArgumentException("no structure is known of " + kind));
  }

  private ObjectType metadataOf(GroupVersionKind kind) {
    Field metadata = typeOf(kind).field("metadata");
    if (metadata == null) {
      throw new IllegalArgumentException(kind + " has no metadata");
    }
    return metadata.shape().object();
  }

  private static JsonNode metadata(ObjectNode object) {
    JsonNode metadata = object.get("metadata");
    return metadata == null ? JsonNodeFactory.instance.objectNode() : metadata;
  }
}
