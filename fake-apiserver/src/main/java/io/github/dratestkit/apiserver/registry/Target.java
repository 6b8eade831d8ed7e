package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.store.StoreKey;

/**
 * What a request is about, read off its path.
 *
 * @param namespace empty for the whole cluster
 * @param name empty for the collection
 * @param subresource empty for the object itself
 */
public record Target(ServedResource resource, String namespace, String name, String subresource) {

  /** Returns the key of the object in the store. */
  StoreKey key() {
    return key(name);
  }

  StoreKey key(String objectName) {
    return new StoreKey(
        StorageNames.storedAs(resource.resource()),
        resource.namespaced() ? namespace : "",
        objectName);
  }

  /** Returns this target with another name. */
  Target named(String otherName) {
    return new Target(resource, namespace, otherName, subresource);
  }

  /** Returns this target with bodies of another kind, as some subresources have. */
  Target ofKind(GroupVersionKind kind) {
    return new Target(resource.ofKind(kind), namespace, name, subresource);
  }

  /** Returns this target in the namespace of one of its objects. */
  Target in(String otherNamespace) {
    return new Target(resource, otherNamespace, name, subresource);
  }
}
