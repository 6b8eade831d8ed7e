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
}
