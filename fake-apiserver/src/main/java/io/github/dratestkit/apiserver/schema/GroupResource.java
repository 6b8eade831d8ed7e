package io.github.dratestkit.apiserver.schema;

/**
 * The name of a resource, whatever its version.
 *
 * @param group the group, empty for the core group
 * @param resource the plural as in paths, such as {@code resourceclaims}
 */
public record GroupResource(String group, String resource) {

  /** Returns {@code resource.group}, or the resource alone for the core group, as errors do. */
  @Override
  public String toString() {
    return group.isEmpty() ? resource : resource + "." + group;
  }

  // Keys are compared all the time; what a record does by itself is slow until it is compiled well.
  @Override
  public boolean equals(Object other) {
    return other == this
        || other instanceof GroupResource key
            && key.resource.equals(resource)
            && key.group.equals(group);
  }

  @Override
  public int hashCode() {
    return 31 * group.hashCode() + resource.hashCode();
  }
}
