package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.codec.OpaqueObject;
import io.github.dratestkit.apiserver.codec.RecentlyUsed;
import io.github.dratestkit.apiserver.patch.PathElement.Key;
import io.github.dratestkit.apiserver.patch.PathElement.Name;
import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
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

  private static final FieldSet EMPTY = new FieldSet();

  /** The objects of a workload are written alike: what is owned of them takes room only once. */
  private static final RecentlyUsed<FieldSet, OwnedFields> WRITTEN = new RecentlyUsed<>(256);

  /** Clients send what they have read, so a server sees few texts again and again. */
  private static final RecentlyUsed<String, FieldSet> SENT = new RecentlyUsed<>(256);

  // Most sets on the way to a result stay empty, so they have no trees until they need them.
  private SortedSet<PathElement> members = Collections.emptySortedSet();
  private SortedMap<PathElement, FieldSet> parts = Collections.emptySortedMap();
  private @Nullable ObjectNode written;

  /** Returns the set of one field, named from the root. */
  static FieldSet ofNames(String... names) {
    FieldSet set = new FieldSet();
    FieldSet at = set;
    for (int place = 0; place < names.length - 1; place++) {
      FieldSet next = new FieldSet();
      at.parts = new TreeMap<>(Map.of(new Name(names[place]), next));
      at = next;
    }
    at.insert(new Name(names[names.length - 1]));
    return set;
  }

  void insert(PathElement element) {
    if (members.isEmpty()) {
      members = new TreeSet<>();
    }
    members.add(element);
  }

  /** Puts a set of parts of an element in its place, unless it is empty. */
  void part(PathElement element, FieldSet set) {
    if (!set.isEmpty()) {
      if (parts.isEmpty()) {
        parts = new TreeMap<>();
      }
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
    return parts.getOrDefault(element, EMPTY);
  }

  FieldSet union(FieldSet other) {
    if (containsAll(other)) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    FieldSet result = new FieldSet();
    result.addAll(this);
    result.addAll(other);
    return result;
  }

  private void addAll(FieldSet other) {
    for (PathElement member : other.members) {
      insert(member);
    }
    for (Map.Entry<PathElement, FieldSet> part : other.parts.entrySet()) {
      part(part.getKey(), part.getValue());
    }
  }

  private boolean containsAll(FieldSet other) {
    if (other == this || other.isEmpty()) {
      return true;
    }
    if (!members.containsAll(other.members)) {
      return false;
    }
    for (Map.Entry<PathElement, FieldSet> part : other.parts.entrySet()) {
      if (!below(part.getKey()).containsAll(part.getValue())) {
        return false;
      }
    }
    return true;
  }

  FieldSet intersection(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return EMPTY;
    }
    FieldSet result = new FieldSet();
    for (PathElement member : members) {
      if (other.has(member)) {
        result.insert(member);
      }
    }
    for (Map.Entry<PathElement, FieldSet> part : parts.entrySet()) {
      result.part(part.getKey(), part.getValue().intersection(other.below(part.getKey())));
    }
    return result;
  }

  /** Returns the members that are not members of the other set. */
  FieldSet difference(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return this;
    }
    FieldSet result = membersWithout(other);
    for (Map.Entry<PathElement, FieldSet> part : parts.entrySet()) {
      result.part(part.getKey(), part.getValue().difference(other.below(part.getKey())));
    }
    return result;
  }

  private FieldSet membersWithout(FieldSet other) {
    FieldSet result = new FieldSet();
    for (PathElement member : members) {
      if (!other.has(member)) {
        result.insert(member);
      }
    }
    return result;
  }

  /** Returns the members that are neither members of the other set nor parts of one. */
  FieldSet recursiveDifference(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return this;
    }
    FieldSet result = membersWithout(other);
    for (Map.Entry<PathElement, FieldSet> part : parts.entrySet()) {
      PathElement element = part.getKey();
      if (!other.has(element)) {
        result.part(element, part.getValue().recursiveDifference(other.below(element)));
      }
    }
    return result;
  }

  /**
   * Adds the declared fields on the way to members: a set of {@code a.b.c} also has {@code a} if
   * that is a field of a type, but not {@code a.b} if that is an entry of a map.
   */
  FieldSet withNamedParents(@Nullable Shape shape) {
    FieldSet result = new FieldSet();
    members.forEach(result::insert);
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

  /** Returns the form in {@code fieldsV1}, which must not be changed. */
  ObjectNode toFieldsV1() {
    ObjectNode known = written;
    if (known == null) {
      known = WRITTEN.get(this, OwnedFields::new);
      written = known;
    }
    return known;
  }

  /** Writes the members into an empty object, each as {@code fieldsV1} has it. */
  void writeTo(ObjectNode node) {
    SortedSet<PathElement> elements = members;
    if (!parts.isEmpty()) {
      elements = new TreeSet<>(members);
      elements.addAll(parts.keySet());
    }
    for (PathElement element : elements) {
      ObjectNode child = JsonNodeFactory.instance.objectNode();
      FieldSet below = parts.get(element);
      if (below != null) {
        if (members.contains(element)) {
          child.putObject(".");
        }
        below.writeTo(child);
      }
      node.set(element.text(), child);
    }
  }

  /**
   * Reads the form in {@code fieldsV1}.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static FieldSet ofFieldsV1(JsonNode fields) {
    if (fields instanceof OwnedFields owned) {
      return owned.set();
    }
    return fields instanceof OpaqueObject sent
        ? SENT.get(sent.text(), text -> read(sent))
        : read(fields);
  }

  private static FieldSet read(JsonNode fields) {
    FieldSet set = new FieldSet();
    for (Map.Entry<String, JsonNode> entry : fields.properties()) {
      if (entry.getKey().equals(".")) {
        continue;
      }
      PathElement element = PathElement.parse(entry.getKey());
      if (element == null) {
        continue;
      }
      FieldSet below = read(entry.getValue());
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
