package io.github.dratestkit.apiserver.schema.structural;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Removes what a schema does not declare (apiextensions-apiserver, pkg/apiserver/schema/pruning,
 * 1.37). Type and metadata of a resource stay whatever the schema says.
 */
final class Pruning {

  private static final Set<String> OF_A_RESOURCE = Set.of("apiVersion", "kind", "metadata");

  private final @Nullable Collection<String> unknown;
  private final StringBuilder path = new StringBuilder();

  /** {@code unknown} takes the paths of what is removed. */
  Pruning(@Nullable Collection<String> unknown) {
    this.unknown = unknown;
  }

  void root(ObjectNode object, StructuralSchema schema) {
    if (schema.preservesUnknownFields()) {
      skipped(object, schema, true);
    } else {
      fields(object, schema, true);
    }
  }

  private void prune(JsonNode value, @Nullable StructuralSchema schema) {
    if (schema != null && schema.preservesUnknownFields()) {
      skipped(value, schema, schema.isResource());
    } else if (value instanceof ObjectNode object) {
      fields(object, schema, schema != null && schema.isResource());
    } else if (value instanceof ArrayNode list) {
      @Nullable StructuralSchema items = schema == null ? null : schema.items().orElse(null);
      for (int place = 0; place < list.size(); place++) {
        int outer = enter("[" + place + "]");
        prune(list.get(place), items);
        path.setLength(outer);
      }
    }
  }

  private void fields(ObjectNode object, @Nullable StructuralSchema schema, boolean resource) {
    for (String name : List.copyOf(object.propertyNames())) {
      if (resource && OF_A_RESOURCE.contains(name)) {
        continue;
      }
      if (schema != null && (schema.properties().containsKey(name) || schema.open())) {
        int outer = enterField(name);
        prune(object.get(name), schema.entry(name).orElse(null));
        path.setLength(outer);
        continue;
      }
      remove(object, name);
    }
  }

  private void remove(ObjectNode object, String name) {
    if (unknown != null) {
      int outer = enterField(name);
      unknown.add(path.toString());
      path.setLength(outer);
    }
    object.remove(name);
  }

  // What is not declared stays, but of what is declared the schema is still asked.
  private void skipped(JsonNode value, StructuralSchema schema, boolean resource) {
    if (value instanceof ObjectNode object) {
      for (String name : new ArrayList<>(object.propertyNames())) {
        boolean own = resource && OF_A_RESOURCE.contains(name);
        if (!own && (schema.properties().containsKey(name) || schema.open())) {
          int outer = enterField(name);
          prune(object.get(name), schema.entry(name).orElse(null));
          path.setLength(outer);
        }
      }
    } else if (value instanceof ArrayNode list && schema.items().isPresent()) {
      StructuralSchema items = schema.items().get();
      for (int place = 0; place < list.size(); place++) {
        int outer = enter("[" + place + "]");
        skipped(list.get(place), items, items.isResource());
        path.setLength(outer);
      }
    }
  }

  private int enterField(String name) {
    return enter(path.isEmpty() ? name : "." + name);
  }

  private int enter(String step) {
    int outer = path.length();
    path.append(step);
    return outer;
  }
}
