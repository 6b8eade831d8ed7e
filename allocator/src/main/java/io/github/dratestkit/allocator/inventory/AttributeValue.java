package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The value of an attribute as constraints see it: a set of values of one type. A scalar is a set
 * of one element.
 *
 * @param type the type of the elements
 * @param values the elements; versions are compared as text
 * @param scalar whether it was published as a single value
 */
public record AttributeValue(Type type, Set<Object> values, boolean scalar) {

  /** The types of attributes; values of different types are never equal. */
  public enum Type {
    INT,
    BOOL,
    STRING,
    VERSION,
    /** No type that this version knows, or an empty list: matches nothing. */
    UNKNOWN
  }

  private static final AttributeValue UNKNOWN = new AttributeValue(Type.UNKNOWN, Set.of(), false);

  public AttributeValue {
    values = Set.copyOf(values);
  }

  /** Compiles a published or derived attribute. Lists are looked at first, as upstream does. */
  public static AttributeValue of(DeviceAttribute attribute) {
    if (!attribute.getInts().isEmpty()) {
      return list(Type.INT, attribute.getInts());
    }
    if (!attribute.getBools().isEmpty()) {
      return list(Type.BOOL, attribute.getBools());
    }
    if (!attribute.getStrings().isEmpty()) {
      return list(Type.STRING, attribute.getStrings());
    }
    if (!attribute.getVersions().isEmpty()) {
      return list(Type.VERSION, attribute.getVersions());
    }
    if (attribute.getInt() != null) {
      return scalar(Type.INT, attribute.getInt());
    }
    if (attribute.getBool() != null) {
      return scalar(Type.BOOL, attribute.getBool());
    }
    if (attribute.getString() != null) {
      return scalar(Type.STRING, attribute.getString());
    }
    return attribute.getVersion() != null ? scalar(Type.VERSION, attribute.getVersion()) : UNKNOWN;
  }

  /** Returns a single value. */
  public static AttributeValue scalar(Type type, Object value) {
    return new AttributeValue(type, Set.of(value), true);
  }

  /** Returns a list of values; an empty list matches nothing. */
  public static AttributeValue list(Type type, List<?> values) {
    return values.isEmpty() ? UNKNOWN : new AttributeValue(type, new HashSet<>(values), false);
  }

  /** Returns the common values, or null if there are none. */
  public @Nullable AttributeValue intersect(AttributeValue other) {
    if (type != other.type || type == Type.UNKNOWN) {
      return null;
    }
    if (values.equals(other.values)) {
      return this;
    }
    Set<Object> common = new HashSet<>(values);
    common.retainAll(other.values);
    return common.isEmpty() ? null : new AttributeValue(type, common, scalar);
  }
}
