package io.github.dratestkit.apiserver.codec;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object as it came in, pruned and canonical.
 *
 * @param warnings what to tell the client in Warning headers
 */
public record Decoded(ObjectNode object, List<String> warnings) {
  public Decoded {
    warnings = List.copyOf(warnings);
  }
}
