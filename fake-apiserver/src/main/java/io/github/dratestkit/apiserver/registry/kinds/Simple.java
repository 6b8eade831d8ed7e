package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Kinds that differ from a plain one in a word or two. */
final class Simple {

  /** A kind that is plain but for the texts of its spec by which it can be selected. */
  static Strategy selectedBy(String... specFields) {
    return new SelectedBySpec(List.of(specFields));
  }

  /** A kind that is plain but that a change must name the version that it changes. */
  static Strategy changedByVersion() {
    return new ChangedByVersion();
  }

  private record ChangedByVersion() implements Strategy {
    @Override
    public boolean allowsUnconditionalUpdate(String requestVersion) {
      return false;
    }
  }

  private record SelectedBySpec(List<String> fields) implements Strategy {
    @Override
    public List<String> selectableFieldNames() {
      return fields.stream().map(field -> "spec." + field).toList();
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode object) {
      Map<String, String> values = new TreeMap<>();
      fields.forEach(
          field -> values.put("spec." + field, object.path("spec").path(field).asString("")));
      return values;
    }
  }

  private Simple() {}
}
