package io.github.dratestkit.controlplane.garbage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who owns whom, by uid. */
final class OwnershipGraph {

  private final Map<String, Vertex> vertices = new LinkedHashMap<>();
  private final Map<String, Set<String>> dependents = new LinkedHashMap<>();

  /** Adds an object or replaces what was known of it; returns what was. */
  Optional<Vertex> put(Vertex vertex) {
    Optional<Vertex> before = remove(vertex.uid());
    vertices.put(vertex.uid(), vertex);
    vertex
        .owners()
        .forEach(
            owner ->
                dependents
                    .computeIfAbsent(owner.getUid(), uid -> new LinkedHashSet<>())
                    .add(vertex.uid()));
    return before;
  }

  Optional<Vertex> remove(String uid) {
    Vertex vertex = vertices.remove(uid);
    if (vertex != null) {
      vertex.owners().forEach(owner -> unlink(owner.getUid(), uid));
    }
    return Optional.ofNullable(vertex);
  }

  Optional<Vertex> get(String uid) {
    return Optional.ofNullable(vertices.get(uid));
  }

  List<Vertex> dependentsOf(String uid) {
    List<Vertex> found = new ArrayList<>();
    for (String dependent : dependents.getOrDefault(uid, Set.of())) {
      get(dependent).ifPresent(found::add);
    }
    return found;
  }

  private void unlink(String owner, String dependent) {
    Set<String> known = dependents.get(owner);
    if (known == null) {
      return;
    }
    known.remove(dependent);
    if (known.isEmpty()) {
      dependents.remove(owner);
    }
  }
}
