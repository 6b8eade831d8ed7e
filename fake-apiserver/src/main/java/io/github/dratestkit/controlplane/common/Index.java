package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds objects by something in them: the pods that name a claim, the claims that a pod owns. It is
 * kept up to date by telling it of every change.
 *
 * @param <T> the kind
 * @param <K> what is looked up
 */
public final class Index<T extends HasMetadata, K> {

  private final Function<T, ? extends Collection<K>> terms;
  private final Map<K, LinkedHashMap<ObjectKey, T>> objects = new LinkedHashMap<>();

  /** Creates an index in which an object is found under each of its {@code terms}. */
  public Index(Function<T, ? extends Collection<K>> terms) {
    this.terms = terms;
  }

  /** Takes in a change. */
  public void apply(Change<T> change) {
    if (change instanceof Change.Added<T> added) {
      add(added.object());
    } else if (change instanceof Change.Modified<T> modified) {
      remove(modified.before());
      add(modified.object());
    } else if (change instanceof Change.Deleted<T> deleted) {
      remove(deleted.object());
    }
  }

  /** Returns the objects found under {@code term}. */
  public Collection<T> under(K term) {
    Map<ObjectKey, T> found = objects.get(term);
    return found == null ? List.of() : new ArrayList<>(found.values());
  }

  private void add(T object) {
    for (K term : terms.apply(object)) {
      objects.computeIfAbsent(term, key -> new LinkedHashMap<>()).put(ObjectKey.of(object), object);
    }
  }

  private void remove(T object) {
    for (K term : terms.apply(object)) {
      Map<ObjectKey, T> found = objects.get(term);
      if (found == null) {
        continue;
      }
      found.remove(ObjectKey.of(object));
      if (found.isEmpty()) {
        objects.remove(term);
      }
    }
  }
}
