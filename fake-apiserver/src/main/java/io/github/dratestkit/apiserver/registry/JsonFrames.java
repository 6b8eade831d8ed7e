package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Frames in JSON: the type of the event, and the object in some form. */
final class JsonFrames implements FrameWriter {

  private static final byte[] OBJECT = ",\"object\":".getBytes(StandardCharsets.UTF_8);

  private final String form;
  private final BiFunction<String, StoredObject, byte[]> objects;
  private final Function<ObjectNode, byte[]> bookmarks;
  private final ServedResource resource;

  /**
   * Makes frames.
   *
   * @param form names the form of the objects
   * @param objects gives the body of the object of an event
   * @param bookmarks gives the body of an object that has nothing but metadata
   */
  JsonFrames(
      String form,
      BiFunction<String, StoredObject, byte[]> objects,
      Function<ObjectNode, byte[]> bookmarks,
      ServedResource resource) {
    this.form = form;
    this.objects = objects;
    this.bookmarks = bookmarks;
    this.resource = resource;
  }

  @Override
  public String form() {
    return form;
  }

  @Override
  public byte[] event(String type, StoredObject object) {
    return frame(type, objects.apply(type, object));
  }

  @Override
  public byte[] bookmark(long version, Marks marks) {
    return frame("BOOKMARK", bookmarks.apply(bookmark(resource, version, marks)));
  }

  /** Returns the object of a bookmark: of the watched kind, with nothing but what it marks. */
  static ObjectNode bookmark(ServedResource resource, long version, Marks marks) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", resource.kind().kind());
    object.put("apiVersion", resource.kind().apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(version));
    if (marks == Marks.END_OF_INITIAL_EVENTS) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return object;
  }

  @Override
  public byte[] error(StatusException reason) {
    return frame("ERROR", GoJson.bytes(reason.toStatus()));
  }

  static byte[] frame(String type, byte[] object) {
    byte[] head = ("{\"type\":\"" + type + "\"").getBytes(StandardCharsets.UTF_8);
    byte[] frame = new byte[head.length + OBJECT.length + object.length + 1];
    System.arraycopy(head, 0, frame, 0, head.length);
    System.arraycopy(OBJECT, 0, frame, head.length, OBJECT.length);
    System.arraycopy(object, 0, frame, head.length + OBJECT.length, object.length);
    frame[frame.length - 1] = '}';
    return frame;
  }
}
