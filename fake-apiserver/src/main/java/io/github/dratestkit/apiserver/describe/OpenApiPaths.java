package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The paths and operations of one resource. */
final class OpenApiPaths {

  static final List<String> BODIES =
      List.of("application/json", "application/vnd.kubernetes.protobuf", "application/yaml");
  private static final List<String> CUSTOM_BODIES = List.of("application/json", "application/yaml");
  private static final List<String> CUSTOM_PATCHES =
      List.of(
          "application/apply-patch+yaml",
          "application/json-patch+json",
          "application/merge-patch+json");
  private static final List<String> PATCHES =
      List.of(
          "application/apply-patch+yaml",
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json");

  private final OpenApiSchemas schemas;
  private final String root;
  private final String tag;
  private final ServedResource resource;
  private final List<String> bodies;
  private final List<String> patches;

  OpenApiPaths(OpenApiSchemas schemas, String group, String version, ServedResource resource) {
    this.schemas = schemas;
    this.root = (group.isEmpty() ? "/api/" : "/apis/" + group + "/") + version;
    this.tag = OpenApiNames.tag(group) + "_" + version;
    this.resource = resource;
    this.bodies = resource.isDefined() ? CUSTOM_BODIES : BODIES;
    this.patches = resource.isDefined() ? CUSTOM_PATCHES : PATCHES;
  }

  void addTo(ObjectNode paths) {
    String plural = resource.resource().resource();
    String collection = root + (resource.namespaced() ? "/namespaces/{namespace}/" : "/") + plural;
    String object = collection + "/{name}";
    GroupVersionKind kind = resource.kind();
    add(
        paths,
        collection,
        Map.of("list", "get", "create", "post", "deletecollection", "delete"),
        resource.verbs(),
        kind,
        verb -> OpenApiNames.operation(verb, resource, "", false));
    add(
        paths,
        object,
        Map.of("get", "get", "update", "put", "patch", "patch", "delete", "delete"),
        resource.verbs(),
        kind,
        verb -> OpenApiNames.operation(verb, resource, "", false));
    if (resource.namespaced()) {
      add(
          paths,
          root + "/" + plural,
          Map.of("list", "get"),
          resource.verbs(),
          kind,
          verb -> OpenApiNames.operation(verb, resource, "", true));
    }
    for (ServedResource.Subresource subresource : resource.subresources()) {
      add(
          paths,
          object + "/" + subresource.name(),
          Map.of(
              "get", "get", "update", "put", "patch", "patch", "create", "post", "delete",
              "delete"),
          subresource.verbs(),
          subresource.kind(),
          verb -> OpenApiNames.operation(verb, resource, subresource.name(), false));
    }
  }

  private void add(
      ObjectNode paths,
      String path,
      Map<String, String> methods,
      Set<String> verbs,
      GroupVersionKind kind,
      UnaryOperator<String> names) {
    ObjectNode item = paths.objectNode();
    for (String verb :
        List.of("get", "list", "create", "update", "patch", "delete", "deletecollection")) {
      String method = methods.get(verb);
      if (method != null && verbs.contains(verb)) {
        operation(item.putObject(method), verb, kind, names.apply(verb));
      }
    }
    if (item.isEmpty()) {
      return;
    }
    ArrayNode parameters = item.putArray("parameters");
    if (path.contains("{name}")) {
      parameter(parameters, "name", "path", "string");
    }
    if (path.contains("{namespace}")) {
      parameter(parameters, "namespace", "path", "string");
    }
    parameter(parameters, "pretty", "query", "string");
    paths.set(path, item);
  }

  private void operation(ObjectNode operation, String verb, GroupVersionKind kind, String name) {
    operation.putArray("tags").add(tag);
    operation.put("operationId", name);
    ArrayNode parameters = operation.putArray("parameters");
    queries(verb).forEach((query, type) -> parameter(parameters, query, "query", type));
    switch (verb) {
      case "create", "update" -> body(operation, bodies, schemas.reference(kind));
      case "patch" -> body(operation, patches, OpenApiSchemas.reference(OpenApiSchemas.PATCH));
      case "delete", "deletecollection" ->
          body(
              operation,
              bodies,
              schemas.reference(new GroupVersionKind("", "v1", "DeleteOptions")));
      default -> {}
    }
    GroupVersionKind answer =
        verb.equals("list")
            ? new GroupVersionKind(kind.group(), kind.version(), resource.listKind())
            : kind;
    ObjectNode responses = operation.putObject("responses");
    for (String code : verb.equals("create") ? List.of("200", "201", "202") : List.of("200")) {
      ObjectNode response = responses.putObject(code).put("description", "OK");
      ObjectNode content = response.putObject("content");
      bodies.forEach(type -> content.putObject(type).set("schema", schemas.reference(answer)));
    }
    responses.putObject("401").put("description", "Unauthorized");
    operation.put("x-kubernetes-action", action(verb));
    operation
        .putObject("x-kubernetes-group-version-kind")
        .put("group", kind.group())
        .put("version", kind.version())
        .put("kind", kind.kind());
  }

  private static String action(String verb) {
    return switch (verb) {
      case "create" -> "post";
      case "update" -> "put";
      default -> verb;
    };
  }

  private static Map<String, String> queries(String verb) {
    return switch (verb) {
      case "create", "update" ->
          Map.of("dryRun", "string", "fieldManager", "string", "fieldValidation", "string");
      case "patch" ->
          Map.of(
              "dryRun",
              "string",
              "fieldManager",
              "string",
              "fieldValidation",
              "string",
              "force",
              "boolean");
      case "list", "deletecollection" ->
          Map.of(
              "labelSelector",
              "string",
              "fieldSelector",
              "string",
              "limit",
              "integer",
              "continue",
              "string");
      case "delete" -> Map.of("dryRun", "string", "propagationPolicy", "string");
      default -> Map.of();
    };
  }

  private static void body(ObjectNode operation, List<String> types, ObjectNode reference) {
    ObjectNode body = operation.putObject("requestBody");
    ObjectNode content = body.putObject("content");
    types.forEach(type -> content.putObject(type).set("schema", reference.deepCopy()));
    body.put("required", true);
  }

  private static void parameter(ArrayNode parameters, String name, String in, String type) {
    ObjectNode parameter = parameters.addObject().put("name", name).put("in", in);
    if (in.equals("path")) {
      parameter.put("required", true);
    }
    parameter.putObject("schema").put("type", type).put("uniqueItems", true);
  }
}
