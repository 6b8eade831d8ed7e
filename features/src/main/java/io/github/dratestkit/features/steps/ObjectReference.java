package io.github.dratestkit.features.steps;

/**
 * Names one object of the API.
 *
 * @param resource the plural with its group, such as {@code resourceclaims.resource.k8s.io}
 * @param namespace empty for objects of the cluster
 */
record ObjectReference(String resource, String namespace, String name)
    implements Comparable<ObjectReference> {

  @Override
  public int compareTo(ObjectReference other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return resource + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}
