package io.github.dratestkit.apiserver.client;

/**
 * A kind that has no class in fabric8's model, because a definition brought it.
 *
 * @param apiVersion such as {@code example.com/v1}
 * @param plural the resource, as in paths
 */
public record ObjectKind(String apiVersion, String kind, String plural, boolean namespaced) {

  /** Returns the group. */
  public String group() {
    return apiVersion.substring(0, apiVersion.indexOf('/'));
  }
}
