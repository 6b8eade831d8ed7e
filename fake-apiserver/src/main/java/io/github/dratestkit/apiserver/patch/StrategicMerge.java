package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Strategic merge patch: a merge patch that knows which lists are merged by a key, with directives
 * (apimachinery/pkg/util/strategicpatch, 1.37). It changes the original and the patch.
 */
final class StrategicMerge {

  static final String PATCH = "$patch";
  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String ELEMENT_ORDER = "$setElementOrder/";
  private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";

  private StrategicMerge() {}

  static ObjectNode merge(ObjectNode original, ObjectNode patch, ObjectType type) {
    return merge(original, patch, Shape.object(() -> type, false));
  }

  static ObjectNode merge(ObjectNode original, ObjectNode patch, @Nullable Shape shape) {
    JsonNode directive = patch.get(PATCH);
    if (directive != null) {
      return replaceOrDelete(directive.asString(""), patch);
    }
    retainKeys(original, patch);
    mergeOrderedLists(original, patch, shape);
    for (String key : List.copyOf(patch.propertyNames())) {
      JsonNode value = patch.get(key);
      if (key.startsWith(DELETE_FROM_LIST)) {
        deleteFromList(original, key.substring(DELETE_FROM_LIST.length()), value);
      } else if (value.isNull()) {
        original.remove(key);
      } else {
        mergeField(original, key, value, shape);
      }
    }
    return original;
  }

  private static ObjectNode replaceOrDelete(String directive, ObjectNode patch) {
    return switch (directive) {
      case "replace" -> {
        patch.remove(PATCH);
        yield patch;
      }
      case "delete" -> patch.objectNode();
      default -> throw unknownDirective(directive, patch);
    };
  }

  static StatusException unknownDirective(String directive, ObjectNode patch) {
    return StatusErrors.internalWithoutReason(
        "unknown patch type: " + directive + " in map: " + GoPrint.of(patch));
  }

  private static void mergeField(
      ObjectNode original, String key, JsonNode value, @Nullable Shape shape) {
    JsonNode known = original.get(key);
    if (known instanceof ObjectNode object && value instanceof ObjectNode patch) {
      Field field = field(shape, key);
      boolean replaced = field != null && field.patchStrategies().contains("replace");
      original.set(key, replaced ? patch : merge(object, patch, shapeOf(shape, key)));
    } else if (known instanceof ArrayNode list && value instanceof ArrayNode patch) {
      original.set(key, mergeList(list, patch, shape, key));
    } else {
      JsonNode kept =
          withoutDirectives(known == null || known.isContainer() ? withoutNulls(value) : value);
      if (kept == null) {
        original.remove(key);
      } else {
        original.set(key, kept);
      }
    }
  }

  private static ArrayNode mergeList(
      ArrayNode list, ArrayNode patch, @Nullable Shape shape, String key) {
    Field field = field(shape, key);
    if (field == null || !field.patchStrategies().contains("merge")) {
      return patch;
    }
    return MergedList.of(field).merge(list, patch);
  }

  private static void deleteFromList(ObjectNode original, String key, JsonNode unwanted) {
    if (!(original.get(key) instanceof ArrayNode list) || !unwanted.isArray()) {
      return;
    }
    ArrayNode kept = list.arrayNode();
    for (JsonNode item : list) {
      if (StreamSupport.stream(unwanted.spliterator(), false).noneMatch(item::equals)) {
        kept.add(item);
      }
    }
    original.set(key, kept);
  }

  private static void retainKeys(ObjectNode original, ObjectNode patch) {
    JsonNode keys = patch.remove(RETAIN_KEYS);
    if (keys == null) {
      return;
    }
    if (!keys.isArray()) {
      throw badRetainKeys();
    }
    Set<String> kept =
        StreamSupport.stream(keys.spliterator(), false)
            .map(key -> key.asString(""))
            .collect(Collectors.toSet());
    for (String key : patch.propertyNames()) {
      boolean free =
          patch.get(key).isNull()
              || key.startsWith(DELETE_FROM_LIST)
              || key.startsWith(ELEMENT_ORDER);
      if (!free && !kept.contains(key)) {
        throw badRetainKeys();
      }
    }
    original.retain(kept);
  }

  private static StatusException badRetainKeys() {
    return StatusErrors.badRequest("invalid patch format of retainKeys");
  }

  /** Merges the lists whose order the patch tells, and takes them out of the patch. */
  private static void mergeOrderedLists(
      ObjectNode original, ObjectNode patch, @Nullable Shape shape) {
    for (String directive : List.copyOf(patch.propertyNames())) {
      if (!directive.startsWith(ELEMENT_ORDER)) {
        continue;
      }
      JsonNode order = patch.remove(directive);
      String key = directive.substring(ELEMENT_ORDER.length());
      if (!(order instanceof ArrayNode wanted)) {
        throw StatusErrors.internalWithoutReason(
            "expected a []interface {}, but received a " + GoPrint.typeOf(order));
      }
      Field field = field(shape, key);
      if (field == null) {
        throw StatusErrors.internalWithoutReason(
            "unable to find api field in struct for the json field \"" + key + "\"");
      }
      ArrayNode list = original.get(key) instanceof ArrayNode known ? known : null;
      ArrayNode items = patch.get(key) instanceof ArrayNode known ? known : null;
      if (list == null && items == null) {
        continue;
      }
      patch.remove(key);
      MergedList merged = MergedList.of(field);
      if (items != null) {
        merged.requireOrder(items, wanted);
      }
      original.set(key, merged.mergeInOrder(list, items, wanted));
    }
  }

  private static @Nullable Field field(@Nullable Shape shape, String key) {
    return shape != null && shape.kind() == Kind.OBJECT ? shape.object().field(key) : null;
  }

  private static @Nullable Shape shapeOf(@Nullable Shape shape, String key) {
    Field field = field(shape, key);
    if (field != null) {
      return field.shape();
    }
    return shape != null && shape.kind() == Kind.MAP ? shape.element() : null;
  }

  private static JsonNode withoutNulls(JsonNode value) {
    if (value instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
    value.forEach(StrategicMerge::withoutNulls);
    return value;
  }

  /** Returns a value of a patch as it is put where nothing was, or null if it was a directive. */
  static @Nullable JsonNode withoutDirectives(JsonNode value) {
    if (value instanceof ObjectNode object) {
      if (object.has(PATCH)) {
        return null;
      }
      ObjectNode kept = object.objectNode();
      for (String key : object.propertyNames()) {
        JsonNode part = withoutDirectives(object.get(key));
        if (part != null) {
          kept.set(key, part);
        }
      }
      return kept;
    }
    if (value instanceof ArrayNode list) {
      ArrayNode kept = list.arrayNode();
      List<JsonNode> items = new ArrayList<>();
      list.forEach(items::add);
      for (JsonNode item : items) {
        JsonNode part = withoutDirectives(item);
        if (part != null) {
          kept.add(part);
        }
      }
      return kept;
    }
    return value;
  }
}
