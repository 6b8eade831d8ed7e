package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What came of a write: an object that is kept, or one that only would have been. */
sealed interface Result {

  /** Returns the object in its hub version; it must not be changed. */
  ObjectNode object();

  /** Returns texts for Warning headers. */
  List<String> warnings();

  /** The object is kept. */
  record Stored(StoredObject stored, List<String> warnings) implements Result {
    @Override
    public ObjectNode object() {
      return stored.object();
    }
  }

  /** Nothing was kept: a dry run, or the object is gone now. */
  record Unstored(ObjectNode object, List<String> warnings) implements Result {}
}
