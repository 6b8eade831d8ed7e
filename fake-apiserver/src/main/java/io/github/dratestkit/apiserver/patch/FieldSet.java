package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.patch.PathElement.Key;
import io.github.dratestkit.apiserver.patch.PathElement.Name;
import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A set of fields of an object, as a tree of steps: what a manager owns, or what a write touched.
 * That a field is a member says nothing of its parts, nor of what it is part of.
 *
 * <p>Sets are built up with {@link #insert} and {@link #part} and not changed afterwards; the
 * operations give new ones, which may share parts.
 */
final class FieldSet {

  private final TreeSet<PathElement> members = new TreeSet<>();
  private final TreeMap<PathElement, FieldSet> parts = new TreeMap<>();

  /** Returns the set of one field, named from the root. */
  static FieldSet ofNames(String... names) {
    FieldSet set = new FieldSet();
    FieldSet at = set;
    for (int place = 0; place < names.length - 1; place++) {
      FieldSet next = new FieldSet();
      at.parts.put(new Name(names[place]), next);
      at = next;
    }
    at.insert(new Name(names[names.length - 1]));
    return set;
  }

  void insert(PathElement element) {
    members.add(element);
  }

  /** Puts a set of parts of an element in its place, unless it is empty. */
  void part(PathElement element, FieldSet set) {
    if (!set.isEmpty()) {
      parts.merge(element, set, FieldSet::union);
    }
  }

  boolean isEmpty() {
    return members.isEmpty() && parts.isEmpty();
  }

  boolean has(PathElement element) {
    return members.contains(element);
  }

  /** Returns the members below an element. */
  FieldSet below(PathElement element) {
    FieldSet set = parts.get(element);
    return set == null ? new FieldSet() : set;
  }

  FieldSet union(FieldSet other) {
    FieldSet result = new FieldSet();
    result.members.addAll(members);
    result.members.addAll(other.members);
    result.parts.putAll(parts);
    other.parts.forEach(result::part);
    return result;
  }

  FieldSet intersection(FieldSet other) {
    FieldSet result = new FieldSet();
    result.members.addAll(members);
    result.members.retainAll(other.members);
    parts.forEach((element, set) -> result.part(element, set.intersection(other.below(element))));
    return result;
  }

  /** Returns the members that are not members of the other set. */
  FieldSet difference(FieldSet other) {
    FieldSet result = new FieldSet();
    members.stream().filter(member -> !other.has(member)).forEach(result::insert);
    parts.forEach((element, set) -> result.part(element, set.difference(other.below(element))));
    return result;
  }

  /** Returns the members that are neither members of the other set nor parts of one. */
  FieldSet recursiveDifference(FieldSet other) {
    FieldSet result = new FieldSet();
    members.stream().filter(member -> !other.has(member)).forEach(result::insert);
    parts.forEach(
        (element, set) -> {
          if (!other.has(element)) {
            result.part(element, set.recursiveDifference(other.below(element)));
          }
        });
    return result;
  }

  /**
   * Adds the declared fields on the way to members: a set of {@code a.b.c} also has {@code a} if
   * that is a field of a type, but not {@code a.b} if that is an entry of a map.
   */
  FieldSet withNamedParents(@Nullable Shape shape) {
    FieldSet result = new FieldSet();
    result.members.addAll(members);
    parts.forEach(
        (element, set) -> {
          if (element instanceof Name name && field(shape, name) != null) {
            result.insert(element);
          }
          result.part(element, set.withNamedParents(shapeOf(shape, element)));
        });
    return result;
  }

  private static @Nullable Field field(@Nullable Shape shape, Name name) {
    return shape != null && shape.kind() == Kind.OBJECT ? shape.object().field(name.name()) : null;
  }

  private static @Nullable Shape shapeOf(@Nullable Shape shape, PathElement element) {
    if (shape == null) {
      return null;
    }
    if (element instanceof Name name) {
      Field field = field(shape, name);
      if (field != null) {
        return field.shape();
      }
      return shape.kind() == Kind.MAP ? shape.element() : null;
    }
    return element instanceof Key && shape.kind() == Kind.LIST ? shape.element() : null;
  }

  /** Gives every member as conflicts show it, at each level the members before the parts. */
  void forEach(Consumer<String> action) {
    forEach("", action);
  }

  private void forEach(String prefix, Consumer<String> action) {
    members.forEach(member -> action.accept(prefix + member));
    parts.forEach((element, set) -> set.forEach(prefix + element, action));
  }

  /** Returns the form in {@code fieldsV1}. */
  ObjectNode toFieldsV1() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    TreeSet<PathElement> elements = new TreeSet<>(members);
    elements.addAll(parts.keySet());
    for (PathElement element : elements) {
      FieldSet below = parts.get(element);
      ObjectNode child = JsonNodeFactory.instance.objectNode();
      if (below != null) {
        if (members.contains(element)) {
          child.putObject(".");
        }
        child.setAll(below.toFieldsV1());
      }
      node.set(element.text(), child);
    }
    return node;
  }

  /**
   * Reads the form in {@code fieldsV1}.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static FieldSet ofFieldsV1(JsonNode fields) {
    FieldSet set = new FieldSet();
    for (Map.Entry<String, JsonNode> entry : fields.properties()) {
      if (entry.getKey().equals(".")) {
        continue;
      }
      PathElement element = PathElement.parse(entry.getKey());
      if (element == null) {
        continue;
      }
      FieldSet below = ofFieldsV1(entry.getValue());
      set.part(element, below);
      if (below.isEmpty() || entry.getValue().has(".")) {
        set.insert(element);
      }
    }
    return set;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldSet set && set.members.equals(members) && set.parts.equals(parts);
  }

  @Override
  public int hashCode() {
    return 31 * members.hashCode() + parts.hashCode();
  }

  @Override
  public String toString() {
    return toFieldsV1().toString();
  }
}
