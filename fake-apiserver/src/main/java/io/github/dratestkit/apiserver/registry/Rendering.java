package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.store.StoredObject;
import tools.jackson.databind.node.ObjectNode;

/** The form in which one request wants to see objects of one resource. */
interface Rendering {

  /** Returns the media type of bodies. */
  String contentType();

  /** Returns the media type of the stream of a watch. */
  String streamType();

  /** Returns the body of a stored object. */
  byte[] object(StoredObject stored);

  /** Returns the body of an object that is not stored, in its hub version. */
  byte[] object(ObjectNode object);

  /**
   * Returns the body of a list.
   *
   * @param metadata the metadata of the list
   */
  byte[] list(Listing.Page page, ObjectNode metadata);

  /** Returns the body of an object that belongs to no resource, such as a Status or a Scale. */
  byte[] other(ObjectNode object);

  /** Returns what writes the frames of a watch. */
  FrameWriter frames();
}
