package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.ObjectType;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Shows an object as other versions of its kind have it; what managers of those own is there. */
@FunctionalInterface
public interface Versions {

  /** An object and the structure it has. */
  record Versioned(ObjectNode object, ObjectType type) {}

  /**
   * Returns an object in another version, or nothing if the kind has no such version.
   *
   * @param object in some version, which its {@code apiVersion} tells; it must not be changed
   */
  Optional<Versioned> in(String apiVersion, ObjectNode object);
}
