package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.codec.table.TableColumns;
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
    if (form(resource).isEmpty()) {
      return object;
    }
    ObjectNode converted = object.deepCopy();
    rules.of(resource).fromHub(converted, StorageNames.versionOf(resource));
    return codec.settle(withTypeFirst(converted, resource.kind()));
  }

  /** Returns what names the form in which a request reads objects; empty if as they are stored. */
  String form(ServedResource resource) {
    String reading = rules.of(resource).readingForm();
    if (!reading.isEmpty()) {
      return resource.kind().apiVersion() + ";" + reading;
    }
    return rules.hub(resource).equals(resource.kind()) ? "" : resource.kind().apiVersion();
  }

  /** Returns the columns of a table of objects as a request reads them. */
  TableColumns columns(ServedResource resource) {
    return rules
        .of(resource)
        .columns(resource.version())
        .orElseGet(() -> TableColumns.of(resource.resource().toString()));
  }

  /** Returns what a table shows of an object in its hub version. */
  ObjectNode shown(ObjectNode object, ServedResource resource) {
    return resource.isDefined() ? fromHub(object, resource) : object;
  }

  /** Returns a stored object in its hub version as it reads now; it must not be changed. */
  ObjectNode present(StoredObject stored, ServedResource resource) {
    if (rules.of(resource).readingForm().isEmpty()) {
      return stored.object();
    }
    ObjectNode object = fromHub(stored.object(), resource);
    object.put("apiVersion", rules.hub(resource).apiVersion());
    return object;
  }

  /** Returns an object of which only the metadata is to be shown, as a request reads that. */
  ObjectNode metadataFromHub(ObjectNode object, ServedResource resource) {
    ObjectNode whole = fromHub(object, resource);
    String annotation = rules.of(resource).annotationOfField();
    if (annotation.isEmpty() || !whole.path("metadata").path("annotations").has(annotation)) {
      return whole;
    }
    ObjectNode copy = whole.deepCopy();
    Metadata metadata = Metadata.of(copy);
    ObjectNode annotations = (ObjectNode) metadata.node("annotations");
    annotations.remove(annotation);
    if (annotations.isEmpty()) {
      metadata.remove("annotations");
    }
    return copy;
  }

  /** Returns the bytes of a stored object for a request, made once for each version. */
  byte[] json(StoredObject stored, ServedResource resource) {
    return json(resource).apply(stored);
  }

  /** Returns what gives the bytes of stored objects for a request, for many of them. */
  Function<StoredObject, byte[]> json(ServedResource resource) {
    String form = form(resource);
    if (form.isEmpty()) {
      return StoredObject::json;
    }
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
