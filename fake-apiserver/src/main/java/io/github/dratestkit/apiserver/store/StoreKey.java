package io.github.dratestkit.apiserver.store;

import io.github.dratestkit.apiserver.schema.GroupResource;

/**
 * Where an object is kept.
 *
 * @param namespace empty for objects of the cluster
 */
public record StoreKey(GroupResource resource, String namespace, String name) {

  /** Returns the key inside its resource; keys sort as the real server lists objects. */
  public String path() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  @Override
  public String toString() {
    return resource + " " + path();
  }
}
