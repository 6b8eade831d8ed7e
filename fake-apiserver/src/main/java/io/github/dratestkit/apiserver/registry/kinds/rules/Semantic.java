package io.github.dratestkit.apiserver.registry.kinds.rules;

import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What the real server takes for the same: a list without anything in it is as good as none, at any
 * depth (apimachinery, pkg/api/equality).
 */
public final class Semantic {

  private Semantic() {}

  public static boolean equal(JsonNode one, JsonNode other) {
    if (isNothing(one) || isNothing(other)) {
      return isNothing(one) && isNothing(other);
    }
    if (one.isArray() && other.isArray()) {
      boolean same = one.size() == other.size();
      for (int i = 0; same && i < one.size(); i++) {
        same = equal(one.path(i), other.path(i));
      }
      return same;
    }
    if (one.isObject() && other.isObject()) {
      TreeSet<String> names = new TreeSet<>(one.propertyNames());
      names.addAll(other.propertyNames());
      return names.stream().allMatch(name -> equal(one.path(name), other.path(name)));
    }
    return one.equals(other);
  }

  private static boolean isNothing(JsonNode value) {
    return value.isMissingNode() || value.isNull() || (value.isArray() && value.isEmpty());
  }
}
