package io.github.dratestkit.apiserver.codec;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object that the API does not look into, such as the opaque parameters of a driver: a tree to
 * read, with the text from which it was read beside it.
 *
 * <p>Kubernetes keeps such values as bytes. So two of them are equal only if their texts are, be it
 * that keys stand in another order or that one says {@code 1.0} where the other says {@code 1}; and
 * they are written out with their own text, without white space between tokens. Whoever changes the
 * tree must put a plain object in its place.
 */
public final class OpaqueObject extends ObjectNode {

  private static final long serialVersionUID = 1L;

  private final String text;

  private OpaqueObject(String text, ObjectNode tree) {
    super(JsonNodeFactory.instance);
    this.text = text;
    setAll(tree);
  }

  /** Reads an object from its JSON text, which must be that of an object. */
  public static OpaqueObject of(String text) {
    return new OpaqueObject(text, (ObjectNode) JsonMapper.shared().readTree(text));
  }

  /** Returns the JSON as the client wrote it. */
  public String text() {
    return text;
  }

  /** Returns the JSON as the client wrote it, without white space between tokens. */
  public String compactText() {
    return JsonText.compact(text);
  }

  @Override
  public ObjectNode deepCopy() {
    return this;
  }

  @Override
  public void serialize(JsonGenerator generator, SerializationContext context) {
    generator.writeRawValue(compactText());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OpaqueObject opaque && opaque.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
