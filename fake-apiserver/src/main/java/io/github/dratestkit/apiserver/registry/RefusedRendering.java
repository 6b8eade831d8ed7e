package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StoredObject;
import tools.jackson.databind.node.ObjectNode;

/**
 * A form in which the answer turns out not to be shown: what was asked for is done nevertheless, as
 * the real server finds out only when it writes (transformResponseObject, 1.37).
 *
 * @param plain the form without the transformation, in which a Status is shown
 */
record RefusedRendering(StatusException reason, Rendering plain) implements Rendering {

  @Override
  public String contentType() {
    return plain.contentType();
  }

  @Override
  public String streamType() {
    return plain.streamType();
  }

  @Override
  public byte[] object(StoredObject stored) {
    throw reason;
  }

  @Override
  public byte[] object(ObjectNode object) {
    throw reason;
  }

  @Override
  public byte[] list(Listing.Page page, ObjectNode metadata) {
    throw reason;
  }

  @Override
  public byte[] other(ObjectNode object) {
    if (object.path("kind").asString("").equals("Status")) {
      return plain.other(object);
    }
    throw reason;
  }

  @Override
  public FrameWriter frames() {
    throw reason;
  }
}
