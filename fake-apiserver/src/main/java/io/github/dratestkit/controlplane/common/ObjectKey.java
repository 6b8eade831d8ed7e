package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The name of an object among those of its kind.
 *
 * @param namespace the namespace, empty for an object of the cluster
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

  /** Returns the key of {@code object}. */
  public static ObjectKey of(HasMetadata object) {
    return of(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  /** Returns the key of a name in a namespace, which may be null for an object of the cluster. */
  public static ObjectKey of(@Nullable String namespace, String name) {
    return new ObjectKey(namespace == null ? "" : namespace, name);
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }

  /** Returns {@code namespace/name}, or the name alone. */
  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  // Keys are compared all the time; what a record does by itself is slow until it is compiled well.
  @Override
  public boolean equals(Object other) {
    return other == this
        || other instanceof ObjectKey key
            && key.name.equals(name)
            && key.namespace.equals(namespace);
  }

  @Override
  public int hashCode() {
    return 31 * namespace.hashCode() + name.hashCode();
  }
}
