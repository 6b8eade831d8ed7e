package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.function.Function;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Takes objects from the version of a request to the hub version and back. */
final class Conversion {

  private final KindRules rules;
  private final ObjectCodec codec;

  Conversion(KindRules rules, ObjectCodec codec) {
    this.rules = rules;
    this.codec = codec;
  }

  /** Turns an object of a request into its hub version, in place. */
  void toHub(ObjectNode object, ServedResource resource) {
    GroupVersionKind hub = rules.hub(resource);
    if (!hub.equals(resource.kind())) {
      rules.of(resource).toHub(object, StorageNames.versionOf(resource));
    }
    object.put("apiVersion", hub.apiVersion());
    object.put("kind", hub.kind());
  }

  /** Returns an object as a request for this resource reads it; shared where nothing differs. */
  ObjectNode fromHub(ObjectNode object, ServedResource resource) {
    if (rules.hub(resource).equals(resource.kind())) {
      return object;
    }
    ObjectNode converted = object.deepCopy();
    rules.of(resource).fromHub(converted, StorageNames.versionOf(resource));
    return codec.settle(withTypeFirst(converted, resource.kind()));
  }

  /** Returns the bytes of a stored object for a request, made once for each version. */
  byte[] json(StoredObject stored, ServedResource resource) {
    return json(resource).apply(stored);
  }

  /** Returns what gives the bytes of stored objects for a request, for many of them. */
  Function<StoredObject, byte[]> json(ServedResource resource) {
    if (rules.hub(resource).equals(resource.kind())) {
      return StoredObject::json;
    }
    String form = resource.kind().apiVersion();
    return stored -> stored.rendering(form, () -> GoJson.bytes(fromHub(stored.object(), resource)));
  }

  /** Returns an object of a version with everything that is always shown of one. */
  ObjectNode complete(ObjectNode object) {
    return codec.settle(object);
  }

  /** Returns an object whose first fields are kind and apiVersion, as the real server writes it. */
  static ObjectNode withTypeFirst(ObjectNode object, GroupVersionKind kind) {
    ObjectNode ordered = JsonNodeFactory.instance.objectNode();
    ordered.put("kind", kind.kind());
    ordered.put("apiVersion", kind.apiVersion());
    object
        .properties()
        .forEach(
            field -> {
              if (!field.getKey().equals("kind") && !field.getKey().equals("apiVersion")) {
                ordered.set(field.getKey(), field.getValue());
              }
            });
    return ordered;
  }
}
