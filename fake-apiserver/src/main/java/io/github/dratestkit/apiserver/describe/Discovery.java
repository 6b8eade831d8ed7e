package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedGroup;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedVersion;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The documents of the older form of discovery: one for the root, each group and each version. */
final class Discovery {

  private final Catalog catalog;

  Discovery(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Returns the document at a path.
   *
   * @param host by which name the client calls this server
   */
  Optional<ObjectNode> document(String path, String host) {
    String[] parts = path.substring(1).split("/", -1);
    if (path.equals("/")) {
      return Optional.of(root());
    }
    if (path.equals("/api")) {
      return Optional.of(versions(host));
    }
    if (path.equals("/apis")) {
      return Optional.of(groups());
    }
    if (parts[0].equals("api") && parts.length == 2) {
      return version("", parts[1]);
    }
    if (parts[0].equals("apis") && parts.length == 2) {
      return catalog
          .group(parts[1])
          .map(group -> describe(group, JsonNodeFactory.instance.objectNode()));
    }
    return parts[0].equals("apis") && parts.length == 3
        ? version(parts[1], parts[2])
        : Optional.empty();
  }

  private ObjectNode root() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode paths = document.putArray("paths");
    TreeSet<String> sorted =
        new TreeSet<>(
            List.of(
                "/.well-known/openid-configuration",
                "/api",
                "/api/v1",
                "/apis",
                "/apis/",
                "/flagz",
                "/metrics",
                "/metrics/slis",
                "/openapi/v2",
                "/openapi/v3",
                "/openapi/v3/",
                "/openid/v1/jwks",
                "/statusz",
                "/version"));
    sorted.addAll(HealthChecks.paths());
    for (ServedGroup group : catalog.groups()) {
      if (!group.name().isEmpty()) {
        sorted.add("/apis/" + group.name());
        group
            .versions()
            .forEach(version -> sorted.add("/apis/" + group.name() + "/" + version.version()));
      }
    }
    sorted.forEach(paths::add);
    return document;
  }

  private ObjectNode versions(String host) {
    ObjectNode document = ofKind("APIVersions");
    ArrayNode versions = document.putArray("versions");
    catalog
        .group("")
        .ifPresent(core -> core.versions().forEach(version -> versions.add(version.version())));
    document
        .putArray("serverAddressByClientCIDRs")
        .addObject()
        .put("clientCIDR", "0.0.0.0/0")
        .put("serverAddress", host);
    return document;
  }

  private ObjectNode groups() {
    ObjectNode document = ofKind("APIGroupList");
    document.put("apiVersion", "v1");
    ArrayNode groups = document.putArray("groups");
    for (ServedGroup group : catalog.groups()) {
      if (!group.name().isEmpty()) {
        ObjectNode described = describe(group, groups.addObject());
        described.remove(List.of("kind", "apiVersion"));
      }
    }
    return document;
  }

  private static ObjectNode describe(ServedGroup group, ObjectNode document) {
    document.put("kind", "APIGroup").put("apiVersion", "v1").put("name", group.name());
    ArrayNode versions = document.putArray("versions");
    for (ServedVersion version : group.versions()) {
      versions
          .addObject()
          .put("groupVersion", group.name() + "/" + version.version())
          .put("version", version.version());
    }
    document.set("preferredVersion", versions.get(0).deepCopy());
    return document;
  }

  private Optional<ObjectNode> version(String group, String name) {
    return catalog
        .group(group)
        .flatMap(
            found ->
                found.versions().stream()
                    .filter(version -> version.version().equals(name))
                    .findFirst())
        .map(version -> resources(group, version));
  }

  private ObjectNode resources(String group, ServedVersion version) {
    ObjectNode document = ofKind("APIResourceList");
    if (!group.isEmpty()) {
      document.put("apiVersion", "v1");
    }
    document.put(
        "groupVersion", group.isEmpty() ? version.version() : group + "/" + version.version());
    ArrayNode resources = document.putArray("resources");
    for (ServedResource resource : version.resources()) {
      describe(resource, resources.addObject());
      for (ServedResource.Subresource subresource : resource.subresources()) {
        describe(resource, subresource, resources.addObject());
      }
    }
    return document;
  }

  private void describe(ServedResource resource, ObjectNode node) {
    node.put("name", resource.resource().resource());
    node.put("singularName", resource.singular());
    node.put("namespaced", resource.namespaced());
    node.put("kind", resource.kind().kind());
    ArrayNode verbs = node.putArray("verbs");
    resource.verbs().forEach(verbs::add);
    addTexts(node, "shortNames", resource.shortNames());
    addTexts(node, "categories", resource.categories());
    String hash = storageHash(resource);
    if (!hash.isEmpty()) {
      node.put("storageVersionHash", hash);
    }
  }

  private String storageHash(ServedResource resource) {
    if (resource.definition().isPresent()) {
      String version = resource.definition().get().storageVersion();
      return version.isEmpty() ? "" : StorageHash.of(resource.kind().in(version));
    }
    boolean stored =
        resource.verbs().contains("list")
            && !resource.resource().resource().equals("componentstatuses");
    return stored ? StorageHash.of(catalog.preferred(resource.resource()).orElse(resource)) : "";
  }

  private static void describe(
      ServedResource resource, ServedResource.Subresource subresource, ObjectNode node) {
    node.put("name", resource.resource().resource() + "/" + subresource.name());
    node.put("singularName", "");
    node.put("namespaced", resource.namespaced());
    GroupVersionKind kind = subresource.kind();
    if (!kind.group().equals(resource.kind().group())
        || !kind.version().equals(resource.kind().version())) {
      node.put("group", kind.group()).put("version", kind.version());
    }
    node.put("kind", kind.kind());
    ArrayNode verbs = node.putArray("verbs");
    subresource.verbs().forEach(verbs::add);
  }

  private static void addTexts(ObjectNode node, String field, List<String> texts) {
    if (!texts.isEmpty()) {
      ArrayNode array = node.putArray(field);
      texts.forEach(array::add);
    }
  }

  private static ObjectNode ofKind(String kind) {
    return JsonNodeFactory.instance.objectNode().put("kind", kind);
  }
}
