package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.store.StoredObject;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Objects in JSON with nothing but their metadata. */
final class MetadataRendering implements Rendering {

  private final Conversion conversion;
  private final ServedResource resource;
  private final String version;

  /** {@code version} is that of {@code meta.k8s.io}. */
  MetadataRendering(Conversion conversion, ServedResource resource, String version) {
    this.conversion = conversion;
    this.resource = resource;
    this.version = version;
  }

  @Override
  public String contentType() {
    return JsonRendering.JSON;
  }

  @Override
  public String streamType() {
    return JsonRendering.JSON;
  }

  @Override
  public byte[] object(StoredObject stored) {
    return stored.rendering(form(), () -> object(stored.object()));
  }

  @Override
  public byte[] object(ObjectNode object) {
    return GoJson.bytes(partial(conversion.metadataFromHub(object, resource)));
  }

  private String form() {
    return conversion.form(resource) + ";metadata;" + version + ";";
  }

  private ObjectNode partial(ObjectNode object) {
    return partial(object, version);
  }

  /** Returns a {@code PartialObjectMetadata} with the metadata of an object. */
  static ObjectNode partial(ObjectNode object, String version) {
    ObjectNode partial = JsonNodeFactory.instance.objectNode();
    partial.put("kind", "PartialObjectMetadata");
    partial.put("apiVersion", "meta.k8s.io/" + version);
    JsonNode metadata = object.get("metadata");
    partial.set("metadata", metadata == null ? partial.objectNode() : metadata);
    return partial;
  }

  @Override
  public byte[] list(Listing.Page page, ObjectNode metadata) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "PartialObjectMetadataList");
    list.put("apiVersion", "meta.k8s.io/" + version);
    list.set("metadata", metadata);
    if (page.objects().isEmpty()) {
      list.putNull("items");
      return GoJson.bytes(list);
    }
    ArrayNode items = list.putArray("items");
    page.objects()
        .forEach(
            stored -> items.add(partial(conversion.metadataFromHub(stored.object(), resource))));
    return GoJson.bytes(list);
  }

  @Override
  public byte[] other(ObjectNode object) {
    return GoJson.bytes(
        object.path("kind").asString("").equals("Status") ? object : partial(object));
  }

  @Override
  public FrameWriter frames() {
    return new JsonFrames(
        form(),
        (type, stored) -> object(stored),
        bookmark -> GoJson.bytes(partial(bookmark)),
        resource);
  }
}
