package io.github.dratestkit.apiserver.patch;

import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a patch made of an object.
 *
 * @param object the result, which nobody has checked yet
 * @param shown how a refusal of the result shows what was asked for
 */
public record Patched(ObjectNode object, Supplier<String> shown) {}
