package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.catalog.Catalog.ServedVersion;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI v3 document of a group version of custom resources (apiextensions-apiserver,
 * pkg/controller/openapi/builder, 1.37).
 */
final class CustomDocument {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final GroupVersionKind SOME = new GroupVersionKind("", "v1", "ConfigMap");
  private static final GroupVersionKind SOME_LIST = new GroupVersionKind("", "v1", "ConfigMapList");

  private final Schema schema;
  private final String group;
  private final ServedVersion served;
  private final OpenApiSchemas schemas;

  CustomDocument(Schema schema, String group, ServedVersion served) {
    this.schema = schema;
    this.group = group;
    this.served = served;
    this.schemas = new OpenApiSchemas(Schema.builtIn(), group, served.version());
  }

  ObjectNode make() {
    ObjectNode document = NODES.objectNode();
    document.put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes CRD Swagger").put("version", "v0.1.0");
    Set<GroupVersionKind> kinds = new HashSet<>();
    kinds.add(new GroupVersionKind("", "v1", "DeleteOptions"));
    kinds.add(new GroupVersionKind("", "v1", "Status"));
    served.resources().forEach(resource -> describe(resource, kinds));
    schemas.add(Schema.metadataOf(SOME));
    schemas.add(Schema.metadataOf(SOME_LIST));
    ObjectNode paths = document.putObject("paths");
    for (ServedResource resource : served.resources()) {
      new OpenApiPaths(schemas, group, served.version(), resource).addTo(paths);
    }
    document.putObject("components").set("schemas", schemas.of(kinds));
    return document;
  }

  private void describe(ServedResource resource, Set<GroupVersionKind> kinds) {
    String kind = resource.kind().kind();
    String name = schema.type(resource.kind()).map(ObjectType::name).orElse(kind);
    JsonNode source = schema.structural(resource.kind()).orElse(StructuralSchema.NOTHING).source();
    ObjectNode object =
        source instanceof ObjectNode known ? unfolded(known.deepCopy()) : NODES.objectNode();
    extend(withType(object, SOME), resource, kind);
    schemas.add(resource.kind(), name, object);

    String listName = name.substring(0, name.length() - kind.length()) + resource.listKind();
    ObjectNode list = withType(NODES.objectNode().put("type", "object"), SOME_LIST);
    list.putArray("required").add("items");
    ObjectNode items = list.withObjectProperty("properties").putObject("items");
    items.put("type", "array").set("items", OpenApiSchemas.reference(name));
    extend(list, resource, resource.listKind());
    schemas.add(new GroupVersionKind(group, served.version(), resource.listKind()), listName, list);
    resource.subresources().stream()
        .filter(subresource -> subresource.name().equals("scale"))
        .forEach(subresource -> kinds.add(subresource.kind()));
  }

  private void extend(ObjectNode object, ServedResource resource, String kind) {
    object
        .putArray("x-kubernetes-group-version-kind")
        .addObject()
        .put("group", group)
        .put("kind", kind)
        .put("version", served.version());
    List<String> fields =
        resource.definition().map(ServedResource.Definition::selectableFields).orElse(List.of());
    if (!fields.isEmpty()) {
      ArrayNode selectable = object.putArray("x-kubernetes-selectable-fields");
      fields.forEach(field -> selectable.addObject().put("fieldPath", field));
    }
  }

  /** Gives a schema the fields that every object of the API has. */
  private static ObjectNode withType(ObjectNode object, GroupVersionKind like) {
    ObjectNode properties = object.withObjectProperty("properties");
    properties.putObject("apiVersion").put("type", "string");
    properties.putObject("kind").put("type", "string");
    properties
        .putObject("metadata")
        .putArray("allOf")
        .add(OpenApiSchemas.reference(Schema.metadataOf(like).name()));
    return object;
  }

  /** Says in plain OpenAPI what the extensions mean, at every depth. */
  private static ObjectNode unfolded(ObjectNode schema) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean(false) && !schema.has("anyOf")) {
      ArrayNode choices = schema.putArray("anyOf");
      choices.addObject().put("type", "integer");
      choices.addObject().put("type", "string");
    }
    schema.path("properties").valueStream().forEach(CustomDocument::unfoldPart);
    unfoldPart(schema.path("items"));
    unfoldPart(schema.path("additionalProperties"));
    return schema;
  }

  private static void unfoldPart(JsonNode part) {
    if (part instanceof ObjectNode object) {
      unfolded(object);
      if (object.path("x-kubernetes-embedded-resource").asBoolean(false)) {
        withType(object, SOME);
        object.putArray("required").add("kind").add("apiVersion");
      }
    }
  }
}
