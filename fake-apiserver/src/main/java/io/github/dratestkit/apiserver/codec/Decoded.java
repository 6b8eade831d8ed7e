package io.github.dratestkit.apiserver.codec;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object read from a body.
 *
 * @param object in the server's own form: fields in the table's order, values canonical, absent
 *     fields as the server prints them
 * @param warnings texts for Warning headers, one for each unknown or repeated field
 */
public record Decoded(ObjectNode object, List<String> warnings) {
  public Decoded {
    warnings = List.copyOf(warnings);
  }
}
