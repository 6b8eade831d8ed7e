package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Frames of JSON with whole objects, made of the kept bytes. */
final class JsonFrames implements FrameWriter {

  private static final byte[] OBJECT = ",\"object\":".getBytes(StandardCharsets.UTF_8);

  private final Conversion conversion;
  private final ServedResource resource;

  JsonFrames(Conversion conversion, ServedResource resource) {
    this.conversion = conversion;
    this.resource = resource;
  }

  @Override
  public String form() {
    return resource.kind().apiVersion() + ";json;";
  }

  @Override
  public byte[] event(String type, StoredObject object) {
    return frame(type, conversion.json(object, resource));
  }

  @Override
  public byte[] bookmark(long version, Marks marks) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", resource.kind().kind());
    object.put("apiVersion", resource.kind().apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(version));
    if (marks == Marks.END_OF_INITIAL_EVENTS) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return frame("BOOKMARK", JsonMapper.shared().writeValueAsBytes(object));
  }

  @Override
  public byte[] error(StatusException reason) {
    return frame("ERROR", JsonMapper.shared().writeValueAsBytes(reason.toStatus()));
  }

  private static byte[] frame(String type, byte[] object) {
    byte[] head = ("{\"type\":\"" + type + "\"").getBytes(StandardCharsets.UTF_8);
    byte[] frame = new byte[head.length + OBJECT.length + object.length + 1];
    System.arraycopy(head, 0, frame, 0, head.length);
    System.arraycopy(OBJECT, 0, frame, head.length, OBJECT.length);
    System.arraycopy(object, 0, frame, head.length + OBJECT.length, object.length);
    frame[frame.length - 1] = '}';
    return frame;
  }
}
