package io.github.dratestkit.apiserver.patch;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One step from a value to a part of it, as {@code fieldsV1} writes it and as conflicts show it
 * (structured-merge-diff v6, fieldpath).
 */
sealed interface PathElement extends Comparable<PathElement> {

  /** A field of an object. */
  record Name(String name) implements PathElement {
    @Override
    public boolean equals(Object other) {
      return other instanceof Name same && same.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String text() {
      return "f:" + name;
    }

    @Override
    public String toString() {
      return "." + name;
    }
  }

  /** An item of a list that is told apart by fields of its own. */
  record Key(SortedMap<String, JsonNode> fields) implements PathElement {
    public Key {
      fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }

    @Override
    public String text() {
      return "k:" + JsonMapper.shared().writeValueAsString(fields);
    }

    @Override
    public String toString() {
      return fields.entrySet().stream()
          .map(field -> field.getKey() + "=" + field.getValue())
          .collect(Collectors.joining(",", "[", "]"));
    }
  }

  /** An item of a set. */
  record Value(JsonNode value) implements PathElement {
    @Override
    public String text() {
      return "v:" + value;
    }

    @Override
    public String toString() {
      return "[=" + value + "]";
    }
  }

  /** An item by its place. The server makes none, but a client may have written one. */
  record Index(int index) implements PathElement {
    @Override
    public String text() {
      return "i:" + index;
    }

    @Override
    public String toString() {
      return "[" + index + "]";
    }
  }

  /** Returns the form in {@code fieldsV1}. */
  String text();

  /**
   * Reads the form in {@code fieldsV1}; null for a kind of step that is not known.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static @Nullable PathElement parse(String text) {
    if (text.length() < 2 || text.charAt(1) != ':') {
      throw new IllegalArgumentException("missing colon: " + text);
    }
    String content = text.substring(2);
    try {
      return switch (text.charAt(0)) {
        case 'f' -> new Name(content);
        case 'v' -> new Value(JsonMapper.shared().readTree(content));
        case 'k' -> new Key(JsonValues.sorted(JsonMapper.shared().readTree(content)));
        case 'i' -> new Index(Integer.parseInt(content));
        default -> null;
      };
    } catch (JacksonException e) {
      throw new IllegalArgumentException("cannot read " + text, e);
    }
  }

  private int rank() {
    if (this instanceof Name) {
      return 0;
    }
    if (this instanceof Key) {
      return 1;
    }
    return this instanceof Value ? 2 : 3;
  }

  @Override
  default int compareTo(PathElement other) {
    if (this instanceof Name one && other instanceof Name two) {
      return one.name().compareTo(two.name());
    }
    if (this instanceof Key one && other instanceof Key two) {
      return JsonValues.compareObjects(one.fields(), two.fields());
    }
    if (this instanceof Value one && other instanceof Value two) {
      return JsonValues.compare(one.value(), two.value());
    }
    if (this instanceof Index one && other instanceof Index two) {
      return Integer.compare(one.index(), two.index());
    }
    return Integer.compare(rank(), other.rank());
  }
}
