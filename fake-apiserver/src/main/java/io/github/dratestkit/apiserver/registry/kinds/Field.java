package io.github.dratestkit.apiserver.registry.kinds;

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
record Field(JsonNode value, String path, List<FieldError> errors) {

  private static final String NOT_NEGATIVE = "must be greater than or equal to 0";

  /** Returns the whole of an object. */
  static Field of(JsonNode object, List<FieldError> errors) {
    return new Field(object, "", errors);
  }

  /** Returns a field of this object. */
  Field at(String name) {
    return new Field(value.path(name), path.isEmpty() ? name : path + "." + name, errors);
  }

  /** Returns a field of a field of this object. */
  Field at(String name, String inner) {
    return at(name).at(inner);
  }

  /** Returns this value under another name: the real server does not always use the field's own. */
  Field named(String other) {
    return new Field(value, other, errors);
  }

  /** Returns what is found under a key of this map. */
  Field key(String key) {
    return new Field(value.path(key), path + "[" + key + "]", errors);
  }

  /** Returns an item of this list. */
  Field item(int index) {
    return new Field(value.path(index), path + "[" + index + "]", errors);
  }

  /** Returns the items of this list. */
  List<Field> items() {
    List<Field> items = new ArrayList<>();
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      items.add(item(i));
    }
    return items;
  }

  /** Returns the entries of this map, each with its key in the path. */
  List<Field> entries() {
    return value.properties().stream()
        .map(entry -> new Field(entry.getValue(), path + "[" + entry.getKey() + "]", errors))
        .toList();
  }

  /** Returns the keys of this map. */
  Collection<String> keys() {
    return value.isObject() ? value.propertyNames() : List.of();
  }

  /** Returns the texts in this list. */
  List<String> texts() {
    return StreamSupport.stream(value.spliterator(), false).map(item -> item.asString("")).toList();
  }

  boolean isSet() {
    return !value.isMissingNode() && !value.isNull();
  }

  boolean has(String name) {
    return at(name).isSet();
  }

  /** Says whether there is nothing here: no text, no item, no entry. */
  boolean isEmpty() {
    return value.isString()
        ? value.asString("").isEmpty()
        : value.isContainer() ? value.isEmpty() : !isSet();
  }

  String text() {
    return isSet() ? value.asString("") : "";
  }

  long number() {
    return value.isNumber() ? value.asLong() : 0;
  }

  boolean flag() {
    return value.isBoolean() && value.booleanValue();
  }

  /** Returns the amount of a resource. */
  Quantity quantity() {
    return Quantity.parse(value.asString("0"));
  }

  void required(String detail) {
    errors.add(FieldError.required(path, detail));
  }

  void invalid(String detail) {
    errors.add(FieldError.invalid(path, shown(), detail));
  }

  void invalid(Optional<String> problem) {
    problem.ifPresent(this::invalid);
  }

  void forbidden(String detail) {
    errors.add(FieldError.forbidden(path, detail));
  }

  void duplicate() {
    errors.add(FieldError.duplicate(path, shown()));
  }

  void notFound() {
    errors.add(FieldError.notFound(path, shown()));
  }

  void tooLong(int limit) {
    errors.add(FieldError.tooLong(path, limit));
  }

  void tooMany(int limit) {
    errors.add(FieldError.tooMany(path, value.size(), limit));
  }

  void notSupported(Collection<String> supported) {
    errors.add(FieldError.notSupported(path, shown(), supported));
  }

  /** Wants one of these texts. */
  void oneOf(Collection<String> supported) {
    if (!supported.contains(text())) {
      notSupported(supported);
    }
  }

  /** Wants one of these texts if the field is set at all. */
  void oneOfIfSet(Collection<String> supported) {
    if (isSet()) {
      oneOf(supported);
    }
  }

  /** Wants a text, and one of these. */
  void requiredOneOf(Collection<String> supported) {
    if (isEmpty()) {
      required("");
    } else {
      oneOf(supported);
    }
  }

  /** Says whether there is something here; if not, it is a fault. */
  boolean isThere() {
    if (isEmpty()) {
      required("");
      return false;
    }
    return true;
  }

  void notNegative() {
    if (number() < 0) {
      invalid(NOT_NEGATIVE);
    }
  }

  void positive() {
    if (number() <= 0) {
      invalid("must be greater than zero");
    }
  }

  void between(long lowest, long highest) {
    if (number() < lowest || number() > highest) {
      invalid("must be between " + lowest + " and " + highest + ", inclusive");
    }
  }

  private Object shown() {
    return value.isString() ? value.asString("") : isSet() ? value : "null";
  }
}
