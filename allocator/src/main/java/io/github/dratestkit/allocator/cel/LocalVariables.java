package io.github.dratestkit.allocator.cel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of the comprehensions around a node, inner ones before outer ones. */
final class LocalVariables {

  /**
   * What is known of a variable.
   *
   * @param path where its value comes from in the device, empty if it does not
   * @param size its size
   * @param entries the sizes of what is in it
   */
  record Variable(List<String> path, @Nullable Range size, @Nullable EntrySizes entries) {}

  private final Map<String, Deque<Variable>> scopes = new HashMap<>();

  void push(String name, Variable variable) {
    scopes.computeIfAbsent(name, unused -> new ArrayDeque<>()).push(variable);
  }

  void pop(String name) {
    Deque<Variable> scope = scopes.get(name);
    if (scope != null) {
      scope.pop();
    }
  }

  @Nullable Variable find(String name) {
    Deque<Variable> scope = scopes.get(name);
    return scope == null ? null : scope.peek();
  }
}
