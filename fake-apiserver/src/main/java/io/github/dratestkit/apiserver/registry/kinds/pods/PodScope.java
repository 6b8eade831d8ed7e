package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the rules for one part of a pod must know of the rest of it.
 *
 * @param spec the whole spec
 * @param claims the names of its resource claims
 * @param volumes its volumes without a fault, by name
 */
record PodScope(
    Field spec, Set<String> claims, Map<String, JsonNode> volumes, FeatureSet features) {

  boolean sharesHostUsers() {
    return !spec.has("hostUsers") || spec.at("hostUsers").flag();
  }

  /** Returns the operating system, empty if none is named. */
  String os() {
    return spec.at("os", "name").text();
  }

  boolean namesOs() {
    return spec.has("os");
  }

  String restartPolicy() {
    return spec.at("restartPolicy").text();
  }

  long gracePeriodSeconds() {
    return spec.at("terminationGracePeriodSeconds").number();
  }
}
