package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * One place in an object that is being validated: what stands there, how the API calls the place,
 * and the list that faults go to. A place may be absent; reading it then gives the empty value.
 *
 * @param path as the causes of an answer name it, such as {@code spec.containers[0].name}
 */
public record Field(JsonNode value, String path, List<FieldError> errors) {

  private static final String NOT_NEGATIVE = "must be greater than or equal to 0";

  /** Returns the whole of an object. */
  public static Field of(JsonNode object, List<FieldError> errors) {
    return new Field(object, "", errors);
  }

  /** Returns a field of this object. */
  public Field at(String name) {
    return new Field(value.path(name), path.isEmpty() ? name : path + "." + name, errors);
  }

  /** Returns a field of a field of this object. */
  public Field at(String name, String inner) {
    return at(name).at(inner);
  }

  /** Returns this value under another name: the real server does not always use the field's own. */
  public Field named(String other) {
    return new Field(value, other, errors);
  }

  /** Returns what is found under a key of this map. */
  public Field key(String key) {
    return new Field(value.path(key), path + "[" + key + "]", errors);
  }

  /** Returns an item of this list. */
  public Field item(int index) {
    return new Field(value.path(index), path + "[" + index + "]", errors);
  }

  /** Returns the items of this list. */
  public List<Field> items() {
    List<Field> items = new ArrayList<>();
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      items.add(item(i));
    }
    return items;
  }

  /** Returns the entries of this map, each with its key in the path. */
  public List<Field> entries() {
    return value.properties().stream()
        .map(entry -> new Field(entry.getValue(), path + "[" + entry.getKey() + "]", errors))
        .toList();
  }

  /** Returns the keys of this map. */
  public Collection<String> keys() {
    return value.isObject() ? value.propertyNames() : List.of();
  }

  /** Returns the texts in this list. */
  public List<String> texts() {
    return StreamSupport.stream(value.spliterator(), false).map(item -> item.asString("")).toList();
  }

  public boolean isSet() {
    return !value.isMissingNode() && !value.isNull();
  }

  public boolean has(String name) {
    return at(name).isSet();
  }

  /** Says whether there is nothing here: no text, no item, no entry. */
  public boolean isEmpty() {
    return value.isString()
        ? value.asString("").isEmpty()
        : value.isContainer() ? value.isEmpty() : !isSet();
  }

  public String text() {
    return isSet() ? value.asString("") : "";
  }

  public long number() {
    return value.isNumber() ? value.asLong() : 0;
  }

  public boolean flag() {
    return value.isBoolean() && value.booleanValue();
  }

  /** Returns the amount of a resource. */
  public Quantity quantity() {
    return Quantity.parse(value.asString("0"));
  }

  public void required(String detail) {
    errors.add(FieldError.required(path, detail));
  }

  public void invalid(String detail) {
    errors.add(FieldError.invalid(path, shown(), detail));
  }

  public void invalid(Optional<String> problem) {
    problem.ifPresent(this::invalid);
  }

  public void forbidden(String detail) {
    errors.add(FieldError.forbidden(path, detail));
  }

  public void duplicate() {
    errors.add(FieldError.duplicate(path, shown()));
  }

  public void notFound() {
    errors.add(FieldError.notFound(path, shown()));
  }

  public void tooLong(int limit) {
    errors.add(FieldError.tooLong(path, limit));
  }

  public void tooMany(int limit) {
    errors.add(FieldError.tooMany(path, value.size(), limit));
  }

  public void notSupported(Collection<String> supported) {
    errors.add(FieldError.notSupported(path, shown(), supported));
  }

  /** Wants one of these texts. */
  public void oneOf(Collection<String> supported) {
    if (!supported.contains(text())) {
      notSupported(supported);
    }
  }

  /** Wants one of these texts if the field is set at all. */
  public void oneOfIfSet(Collection<String> supported) {
    if (isSet()) {
      oneOf(supported);
    }
  }

  /** Wants a text, and one of these. */
  public void requiredOneOf(Collection<String> supported) {
    if (isEmpty()) {
      required("");
    } else {
      oneOf(supported);
    }
  }

  /** Says whether there is something here; if not, it is a fault. */
  public boolean isThere() {
    if (isEmpty()) {
      required("");
      return false;
    }
    return true;
  }

  public void notNegative() {
    if (number() < 0) {
      invalid(NOT_NEGATIVE);
    }
  }

  public void positive() {
    if (number() <= 0) {
      invalid("must be greater than zero");
    }
  }

  public void between(long lowest, long highest) {
    if (number() < lowest || number() > highest) {
      invalid("must be between " + lowest + " and " + highest + ", inclusive");
    }
  }

  private Object shown() {
    return value.isString() ? value.asString("") : isSet() ? value : "null";
  }
}
