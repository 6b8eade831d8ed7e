package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedGroup;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedVersion;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.List;
import java.util.zip.CRC32;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The newer form of discovery: everything in two documents. */
final class AggregatedDiscovery {

  private final Document core;
  private final Document named;

  AggregatedDiscovery(Catalog catalog) {
    core = document(catalog.groups().stream().filter(group -> group.name().isEmpty()).toList());
    named = document(catalog.groups().stream().filter(group -> !group.name().isEmpty()).toList());
  }

  /** A document and the tag by which clients know it. */
  record Document(byte[] body, String etag) {}

  Document document(String path) {
    return path.equals("/api") ? core : named;
  }

  private static Document document(List<ServedGroup> groups) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
    list.putObject("metadata");
    ArrayNode items = list.putArray("items");
    for (ServedGroup group : groups) {
      ObjectNode item = items.addObject();
      ObjectNode metadata = item.putObject("metadata");
      if (!group.name().isEmpty()) {
        metadata.put("name", group.name());
      }
      ArrayNode versions = item.putArray("versions");
      group.versions().forEach(version -> describe(version, versions.addObject()));
    }
    byte[] body = JsonMapper.shared().writeValueAsBytes(list);
    CRC32 sum = new CRC32();
    sum.update(body);
    return new Document(body, "\"" + Long.toHexString(sum.getValue()) + "\"");
  }

  private static void describe(ServedVersion version, ObjectNode node) {
    node.put("version", version.version());
    ArrayNode resources = node.putArray("resources");
    for (ServedResource resource : version.resources()) {
      ObjectNode described = resources.addObject();
      described.put("resource", resource.resource().resource());
      describe(new GroupVersionKind("", "", resource.kind().kind()), described);
      described.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
      described.put("singularResource", resource.singular());
      addTexts(described, "verbs", resource.verbs());
      addTexts(described, "shortNames", resource.shortNames());
      addTexts(described, "categories", resource.categories());
      if (!resource.subresources().isEmpty()) {
        ArrayNode subresources = described.putArray("subresources");
        resource
            .subresources()
            .forEach(subresource -> describe(resource, subresource, subresources.addObject()));
      }
    }
    node.put("freshness", "Current");
  }

  private static void describe(
      ServedResource resource, ServedResource.Subresource subresource, ObjectNode node) {
    node.put("subresource", subresource.name());
    boolean own =
        subresource.kind().group().equals(resource.kind().group())
            && subresource.kind().version().equals(resource.kind().version());
    describe(
        own ? new GroupVersionKind("", "", subresource.kind().kind()) : subresource.kind(), node);
    addTexts(node, "verbs", subresource.verbs());
  }

  private static void describe(GroupVersionKind kind, ObjectNode node) {
    node.putObject("responseKind")
        .put("group", kind.group())
        .put("version", kind.version())
        .put("kind", kind.kind());
  }

  private static void addTexts(ObjectNode node, String field, Iterable<String> texts) {
    if (texts.iterator().hasNext()) {
      ArrayNode array = node.putArray(field);
      texts.forEach(array::add);
    }
  }
}
