package io.github.dratestkit.drivers.hardware;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The names that an expression may use and what they stand for; inner names hide outer ones. */
final class Scope {

  private final Map<String, Object> values;

  private Scope(Map<String, Object> values) {
    this.values = values;
  }

  static Scope of(Map<String, Object> values) {
    return new Scope(new HashMap<>(values));
  }

  Scope with(String name, Object value) {
    Map<String, Object> more = new HashMap<>(values);
    more.put(name, value);
    return new Scope(more);
  }

  Optional<Object> find(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
