package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.catalog.Catalog.ServedVersion;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI v3 document of one group version. */
final class OpenApiDocument {

  private final OpenApiSchemas schemas;
  private final Schema schema;
  private final String group;
  private final ServedVersion served;
  private final String kubernetes;

  OpenApiDocument(Schema schema, String group, ServedVersion served, String kubernetes) {
    this.schema = schema;
    this.group = group;
    this.served = served;
    this.kubernetes = kubernetes;
    this.schemas = new OpenApiSchemas(schema, group, served.version());
  }

  static ObjectNode head(String kubernetes) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes").put("version", kubernetes);
    return document;
  }

  ObjectNode make() {
    ObjectNode document = head(kubernetes);
    ObjectNode paths = document.putObject("paths");
    Set<GroupVersionKind> kinds =
        new TreeSet<>((one, other) -> one.toString().compareTo(other.toString()));
    for (ServedResource resource : served.resources()) {
      new OpenApiPaths(schemas, group, served.version(), resource).addTo(paths);
      kinds.add(resource.kind());
      kinds.add(
          new GroupVersionKind(
              resource.kind().group(), resource.kind().version(), resource.kind().kind() + "List"));
      resource.subresources().forEach(subresource -> kinds.add(subresource.kind()));
    }
    for (String common :
        new String[] {"DeleteOptions", "WatchEvent", "Status", "APIResourceList"}) {
      GroupVersionKind ofGroup = new GroupVersionKind(group, served.version(), common);
      kinds.add(
          schema.type(ofGroup).isPresent() ? ofGroup : new GroupVersionKind("", "v1", common));
    }
    ObjectNode components = document.putObject("components");
    components.set("schemas", schemas.of(kinds));
    components.set("securitySchemes", securitySchemes());
    return document;
  }

  static ObjectNode securitySchemes() {
    ObjectNode schemes = JsonNodeFactory.instance.objectNode();
    schemes
        .putObject("BearerToken")
        .put("type", "apiKey")
        .put("description", "Bearer Token authentication")
        .put("name", "authorization")
        .put("in", "header");
    return schemes;
  }
}
