package io.github.dratestkit.apiserver.custom;

import java.util.List;
import java.util.Set;

/** Warnings of finalizers whose names do not say whose they are (validator.go, 1.37). */
final class FinalizerWarnings {

  private static final Set<String> STANDARD = Set.of("orphan", "foregroundDeletion", "kubernetes");

  private FinalizerWarnings() {}

  static List<String> of(List<String> finalizers) {
    return finalizers.stream()
        .distinct()
        .sorted()
        .filter(name -> name.indexOf('/') < 0 && !STANDARD.contains(name))
        .map(
            name ->
                "metadata.finalizers: \""
                    + name
                    + "\": prefer a domain-qualified finalizer name "
                    + (name.indexOf('.') < 0 ? "" : "including a path (/) ")
                    + "to avoid accidental conflicts with other finalizer writers")
        .toList();
  }
}
