package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A list that a strategic merge patch merges item by item: objects by a key, scalars as a set.
 * Items that the patch names stand in its order; the others keep their place as far as they can.
 */
final class MergedList {

  private final Field field;
  private final String mergeKey;

  private MergedList(Field field) {
    this.field = field;
    this.mergeKey = field.patchMergeKey().orElse("");
  }

  static MergedList of(Field field) {
    return new MergedList(field);
  }

  /** Fails unless the items of a patch come in the order that goes with them. */
  void requireOrder(ArrayNode patch, ArrayNode order) {
    List<JsonNode> wanted = items(order);
    int place = 0;
    for (JsonNode item : patch) {
      if (!isPlain(item)) {
        continue;
      }
      JsonNode sought = item.isObject() ? key(item) : item;
      while (place < wanted.size() && !sought.equals(identityOf(wanted.get(place)))) {
        place++;
      }
      if (place == wanted.size()) {
        throw StatusErrors.internalWithoutReason(
            "The order in patch list:\n"
                + GoPrint.of(patch)
                + "\n doesn't match $setElementOrder list:\n"
                + GoPrint.of(order)
                + "\n");
      }
    }
  }

  private JsonNode identityOf(JsonNode item) {
    return item.isObject() ? key(item) : item;
  }

  ArrayNode merge(ArrayNode original, ArrayNode patch) {
    if (original.isEmpty() && patch.isEmpty()) {
      return original;
    }
    List<JsonNode> left = items(original);
    List<JsonNode> right = items(patch);
    if (Stream.concat(left.stream(), right.stream()).map(JsonNode::isObject).distinct().count()
        > 1) {
      throw StatusErrors.internalWithoutReason(
          "list element types are not identical: ["
              + GoPrint.of(original)
              + " "
              + GoPrint.of(patch)
              + "]");
    }
    List<JsonNode> merged =
        holdsObjects(left, right) ? mergeObjects(left, right) : union(left, right);
    return ordered(merged, right.stream().filter(MergedList::isPlain).toList(), left);
  }

  /** Merges, and puts the items that {@code order} lists in that order. */
  ArrayNode mergeInOrder(@Nullable ArrayNode original, @Nullable ArrayNode patch, ArrayNode order) {
    List<JsonNode> left = original == null ? List.of() : items(original);
    List<JsonNode> merged;
    if (patch == null) {
      merged = left;
    } else if (original == null) {
      JsonNode added = StrategicMerge.withoutDirectives(patch);
      merged = added instanceof ArrayNode list ? items(list) : List.of();
    } else {
      merged =
          field.patchStrategies().contains("merge") ? items(merge(original, patch)) : items(patch);
    }
    return ordered(merged, items(order), left);
  }

  private List<JsonNode> mergeObjects(List<JsonNode> original, List<JsonNode> patch) {
    if (mergeKey.isEmpty()) {
      throw StatusErrors.internalWithoutReason(
          "cannot merge lists without merge key for " + field.name());
    }
    List<JsonNode> merged = new ArrayList<>(original);
    List<ObjectNode> plain = new ArrayList<>();
    boolean replace = false;
    for (JsonNode item : patch) {
      ObjectNode object = (ObjectNode) item;
      JsonNode directive = object.get(StrategicMerge.PATCH);
      if (directive == null) {
        plain.add(object);
        continue;
      }
      switch (directive.asString("")) {
        case "delete" -> {
          JsonNode key = key(object);
          merged.removeIf(known -> key.equals(known.get(mergeKey)));
        }
        case "replace" -> replace = true;
        case "merge" ->
            throw StatusErrors.internalWithoutReason(
                "merging lists cannot yet be specified in the patch");
        default -> throw StrategicMerge.unknownDirective(directive.asString(""), object);
      }
    }
    if (replace) {
      return List.copyOf(plain);
    }
    for (ObjectNode item : plain) {
      JsonNode key = key(item);
      int place = find(merged, key);
      if (place < 0) {
        merged.add(item);
      } else {
        merged.set(
            place,
            StrategicMerge.merge((ObjectNode) merged.get(place), item, field.shape().element()));
      }
    }
    return merged;
  }

  private int find(List<JsonNode> items, JsonNode key) {
    for (int place = 0; place < items.size(); place++) {
      if (key.equals(items.get(place).get(mergeKey))) {
        return place;
      }
    }
    return -1;
  }

  private JsonNode key(JsonNode item) {
    JsonNode key = item.get(mergeKey);
    if (key == null) {
      throw StatusErrors.internalWithoutReason(
          "map: " + GoPrint.of(item) + " does not contain declared merge key: " + mergeKey);
    }
    return key;
  }

  private static List<JsonNode> union(List<JsonNode> original, List<JsonNode> patch) {
    List<JsonNode> union = new ArrayList<>();
    for (List<JsonNode> list : List.of(original, patch)) {
      list.stream().filter(item -> !union.contains(item)).forEach(union::add);
    }
    return union;
  }

  /** Puts the items that {@code wanted} has in its order, and between them the rest as it was. */
  private ArrayNode ordered(List<JsonNode> items, List<JsonNode> wanted, List<JsonNode> before) {
    boolean objects = holdsObjects(items, List.of());
    Map<JsonNode, Integer> wantedPlaces = places(wanted, objects);
    Map<JsonNode, Integer> oldPlaces = places(before, objects);
    List<JsonNode> asked = new ArrayList<>();
    List<JsonNode> others = new ArrayList<>();
    for (JsonNode item : items) {
      (wantedPlaces.containsKey(identity(item, objects)) ? asked : others).add(item);
    }
    asked.sort(Comparator.comparing(item -> wantedPlaces.get(identity(item, objects))));
    ArrayNode result = JsonNodeFactory.instance.arrayNode(items.size());
    int o = 0;
    int a = 0;
    while (o < others.size() || a < asked.size()) {
      boolean otherFirst = a >= asked.size();
      if (!otherFirst && o < others.size()) {
        Integer otherPlace = oldPlaces.get(identity(others.get(o), objects));
        Integer askedPlace = oldPlaces.get(identity(asked.get(a), objects));
        otherFirst = otherPlace != null && askedPlace != null && otherPlace < askedPlace;
      }
      result.add(otherFirst ? others.get(o++) : asked.get(a++));
    }
    return result;
  }

  private Map<JsonNode, Integer> places(List<JsonNode> items, boolean objects) {
    Map<JsonNode, Integer> places = new TreeMap<>(JsonValues::compare);
    for (int place = 0; place < items.size(); place++) {
      places.putIfAbsent(identity(items.get(place), objects), place);
    }
    return places;
  }

  private static boolean isPlain(JsonNode item) {
    return !item.has(StrategicMerge.PATCH);
  }

  private JsonNode identity(JsonNode item, boolean objects) {
    return objects ? key(item) : item;
  }

  private static boolean holdsObjects(List<JsonNode> one, List<JsonNode> other) {
    return (one.isEmpty() ? other : one).stream().anyMatch(JsonNode::isObject);
  }

  private static List<JsonNode> items(ArrayNode list) {
    List<JsonNode> items = new ArrayList<>(list.size());
    list.forEach(items::add);
    return items;
  }
}
