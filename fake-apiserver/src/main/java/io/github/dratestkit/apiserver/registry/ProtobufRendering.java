package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.ProtobufBodies;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StoredObject;
import tools.jackson.databind.node.ObjectNode;

/** Whole objects in protobuf; the message of each is made once and kept. */
final class ProtobufRendering implements Rendering {

  static final String STREAM = MediaType.PROTOBUF.text() + ";stream=watch";

  private final Conversion conversion;
  private final ServedResource resource;
  private final ProtobufBodies bodies;

  ProtobufRendering(Conversion conversion, ServedResource resource, ProtobufBodies bodies) {
    this.conversion = conversion;
    this.resource = resource;
    this.bodies = bodies;
  }

  @Override
  public String contentType() {
    return MediaType.PROTOBUF.text();
  }

  @Override
  public String streamType() {
    return STREAM;
  }

  @Override
  public byte[] object(StoredObject stored) {
    return seal(message(stored));
  }

  @Override
  public byte[] object(ObjectNode object) {
    return seal(bodies.message(conversion.fromHub(object, resource)));
  }

  private byte[] message(StoredObject stored) {
    return stored.rendering(
        resource.kind().apiVersion() + ";protobuf",
        () -> bodies.message(conversion.fromHub(stored.object(), resource)));
  }

  private byte[] seal(byte[] message) {
    return bodies.seal(resource.kind().apiVersion(), resource.kind().kind(), message);
  }

  @Override
  public byte[] list(Listing.Page page, ObjectNode metadata) {
    byte[] message =
        bodies.listMessage(metadata, page.objects().stream().map(this::message).toList());
    return bodies.seal(resource.kind().apiVersion(), resource.kind().kind() + "List", message);
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
        return resource.kind().apiVersion() + ";protobuf;";
      }

      @Override
      public byte[] event(String type, StoredObject object) {
        return bodies.watchFrame(type, object(object));
      }

      private byte[] object(StoredObject object) {
        return ProtobufRendering.this.object(object);
      }

      @Override
      public byte[] bookmark(long version, Marks marks) {
        ObjectNode bookmark = JsonFrames.bookmark(resource, version, marks);
        return bodies.watchFrame("BOOKMARK", other(conversion.complete(bookmark)));
      }

      @Override
      public byte[] error(StatusException reason) {
        return bodies.watchFrame("ERROR", bodies.status(reason.toStatus()));
      }
    };
  }
}
