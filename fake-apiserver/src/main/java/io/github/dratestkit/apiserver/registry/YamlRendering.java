package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.YamlText;
import io.github.dratestkit.apiserver.store.StoredObject;
import tools.jackson.databind.node.ObjectNode;

/** What some other form shows in JSON, in YAML. Watches stay in JSON. */
final class YamlRendering implements Rendering {

  private final Rendering json;

  YamlRendering(Rendering json) {
    this.json = json;
  }

  @Override
  public String contentType() {
    return MediaType.YAML.text();
  }

  @Override
  public String streamType() {
    return json.streamType();
  }

  @Override
  public byte[] object(StoredObject stored) {
    return YamlText.ofJson(json.object(stored));
  }

  @Override
  public byte[] object(ObjectNode object) {
    return YamlText.ofJson(json.object(object));
  }

  @Override
  public byte[] list(Listing.Page page, ObjectNode metadata) {
    return YamlText.ofJson(json.list(page, metadata));
  }

  @Override
  public byte[] other(ObjectNode object) {
    return YamlText.ofJson(json.other(object));
  }

  @Override
  public FrameWriter frames() {
    return json.frames();
  }
}
