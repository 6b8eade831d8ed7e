package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import java.util.Locale;

/** What operations are called in OpenAPI (apiserver/pkg/endpoints/installer.go, 1.37). */
final class OpenApiNames {

  private OpenApiNames() {}

  /** Returns a group as names of operations have it: {@code RbacAuthorization}. */
  static String ofGroup(String group) {
    if (group.isEmpty()) {
      return "Core";
    }
    StringBuilder name = new StringBuilder();
    for (String part : withoutDomain(group).split("\\.", -1)) {
      name.append(capital(part));
    }
    return name.toString();
  }

  /** Returns the tag of what is about a group. */
  static String tag(String group) {
    if (group.isEmpty()) {
      return "core";
    }
    String name = ofGroup(group);
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  static String ofVersion(String group, String version) {
    return ofGroup(group) + capital(version);
  }

  /**
   * Returns the name of an operation on a resource.
   *
   * @param subresource empty for the resource itself
   * @param everywhere whether it is about all namespaces at once
   */
  static String operation(
      String verb, ServedResource resource, String subresource, boolean everywhere) {
    String version = ofVersion(resource.resource().group(), resource.version());
    String object =
        (resource.namespaced() && !everywhere ? "Namespaced" : "")
            + resource.kind().kind()
            + capital(subresource)
            + (everywhere ? "ForAllNamespaces" : "");
    return switch (verb) {
      case "get" -> "read" + version + object;
      case "update" -> "replace" + version + object;
      case "deletecollection" -> "delete" + version + "Collection" + object;
      default -> verb + version + object;
    };
  }

  private static String withoutDomain(String group) {
    return group.endsWith(".k8s.io")
        ? group.substring(0, group.length() - ".k8s.io".length())
        : group;
  }

  private static String capital(String word) {
    return word.isEmpty() ? "" : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
