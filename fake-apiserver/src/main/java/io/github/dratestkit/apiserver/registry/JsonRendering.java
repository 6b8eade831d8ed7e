package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.store.StoredObject;
import tools.jackson.databind.node.ObjectNode;

/** Whole objects in JSON, of kept bytes where possible. */
final class JsonRendering implements Rendering {

  static final String JSON = "application/json";

  private final Conversion conversion;
  private final ServedResource resource;

  JsonRendering(Conversion conversion, ServedResource resource) {
    this.conversion = conversion;
    this.resource = resource;
  }

  @Override
  public String contentType() {
    return JSON;
  }

  @Override
  public String streamType() {
    return JSON;
  }

  @Override
  public byte[] object(StoredObject stored) {
    return conversion.json(stored, resource);
  }

  @Override
  public byte[] object(ObjectNode object) {
    return GoJson.bytes(conversion.fromHub(object, resource));
  }

  @Override
  public byte[] list(Listing.Page page, ObjectNode metadata) {
    if (resource.isDefined() && !metadata.has("continue")) {
      metadata.put("continue", "");
    }
    return ListBody.of(resource, metadata.toString(), page.objects(), conversion.json(resource));
  }

  @Override
  public byte[] other(ObjectNode object) {
    return GoJson.bytes(object);
  }

  @Override
  public FrameWriter frames() {
    return new JsonFrames(
        conversion.form(resource) + ";json;",
        (type, stored) -> conversion.json(stored, resource),
        bookmark -> GoJson.bytes(conversion.complete(bookmark)),
        resource);
  }
}
