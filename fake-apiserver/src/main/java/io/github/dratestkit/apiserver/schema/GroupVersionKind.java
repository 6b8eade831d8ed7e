package io.github.dratestkit.apiserver.schema;

/**
 * The name of a kind in one version of its group.
 *
 * @param group the group, empty for the core group
 */
public record GroupVersionKind(String group, String version, String kind) {

  /** Returns the name from {@code apiVersion} and {@code kind} as objects carry them. */
  public static GroupVersionKind of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    return slash < 0
        ? new GroupVersionKind("", apiVersion, kind)
        : new GroupVersionKind(
            apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
  }

  /** Returns {@code group/version}, or the version alone for the core group. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Returns this kind in another version. */
  public GroupVersionKind in(String otherVersion) {
    return new GroupVersionKind(group, otherVersion, kind);
  }

  @Override
  public String toString() {
    return apiVersion() + ", Kind=" + kind;
  }

  // Kinds are looked up all the time; what a record does by itself is slow until it is compiled
  // well.
  @Override
  public boolean equals(Object other) {
    return other == this
        || other instanceof GroupVersionKind named
            && named.kind.equals(kind)
            && named.version.equals(version)
            && named.group.equals(group);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * group.hashCode() + version.hashCode()) + kind.hashCode();
  }
}
