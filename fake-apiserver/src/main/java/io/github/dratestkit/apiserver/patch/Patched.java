package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.codec.FieldPaths;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a patch made of an object.
 *
 * @param json the result, which nobody has checked yet
 * @param paths how complaints about its fields name them
 * @param shown how a refusal of the result shows what was asked for
 */
public record Patched(byte[] json, FieldPaths paths, Supplier<String> shown) {

  /** Returns the result as a tree. */
  public ObjectNode object() {
    return (ObjectNode) JsonMapper.shared().readTree(json);
  }
}
