package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.ProtobufBodies;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StoredObject;
import tools.jackson.databind.node.ObjectNode;

/** Objects in protobuf with nothing but their metadata, as the garbage collector reads them. */
final class ProtobufMetadataRendering implements Rendering {

  private static final String KIND = "PartialObjectMetadata";

  private final Conversion conversion;
  private final ServedResource resource;
  private final ProtobufBodies bodies;
  private final String version;

  /** {@code version} is that of {@code meta.k8s.io}. */
  ProtobufMetadataRendering(
      Conversion conversion, ServedResource resource, ProtobufBodies bodies, String version) {
    this.conversion = conversion;
    this.resource = resource;
    this.bodies = bodies;
    this.version = "meta.k8s.io/" + version;
  }

  @Override
  public String contentType() {
    return MediaType.PROTOBUF.text();
  }

  @Override
  public String streamType() {
    return ProtobufRendering.STREAM;
  }

  @Override
  public byte[] object(StoredObject stored) {
    return bodies.seal(version, KIND, message(stored));
  }

  @Override
  public byte[] object(ObjectNode object) {
    return bodies.seal(
        version, KIND, bodies.metadataMessage(conversion.metadataFromHub(object, resource)));
  }

  private byte[] message(StoredObject stored) {
    return stored.rendering(
        conversion.form(resource) + ";metadata;protobuf",
        () -> bodies.metadataMessage(conversion.metadataFromHub(stored.object(), resource)));
  }

  @Override
  public byte[] list(Listing.Page page, ObjectNode metadata) {
    byte[] message =
        bodies.listMessage(metadata, page.objects().stream().map(this::message).toList());
    return bodies.seal(version, KIND + "List", message);
  }

  @Override
  public byte[] other(ObjectNode object) {
    return bodies.seal(
        object.path("apiVersion").asString(""),
        object.path("kind").asString(""),
        bodies.message(object));
  }

  @Override
  public FrameWriter frames() {
    return new FrameWriter() {
      @Override
      public String form() {
        return conversion.form(resource) + ";metadata;protobuf;" + version;
      }

      @Override
      public byte[] event(String type, StoredObject object) {
        return bodies.watchFrame(type, bodies.seal(version, KIND, message(object)));
      }

      @Override
      public byte[] bookmark(long resourceVersion, Marks marks) {
        ObjectNode bookmark = JsonFrames.bookmark(resource, resourceVersion, marks);
        return bodies.watchFrame(
            "BOOKMARK", bodies.seal(version, KIND, bodies.metadataMessage(bookmark)));
      }

      @Override
      public byte[] error(StatusException reason) {
        return bodies.watchFrame("ERROR", bodies.status(reason.toStatus()));
      }
    };
  }
}
