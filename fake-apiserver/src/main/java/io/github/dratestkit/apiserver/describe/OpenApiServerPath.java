package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI v3 document of a path that is about the server.
 *
 * @param path with a slash at its end
 * @param operation the name of the operation
 * @param tag what it belongs to
 * @param kind what is shown there, if it is a kind of discovery
 */
record OpenApiServerPath(String path, String operation, String tag, String kind) {

  private static final String VERSION = "io.k8s.apimachinery.pkg.version.Info";
  private static final List<String> VERSION_REQUIRED =
      List.of(
          "major",
          "minor",
          "gitVersion",
          "gitCommit",
          "gitTreeState",
          "buildDate",
          "goVersion",
          "compiler",
          "platform");
  private static final List<String> VERSION_OPTIONAL =
      List.of("emulationMajor", "emulationMinor", "minCompatibilityMajor", "minCompatibilityMinor");

  static OpenApiServerPath ofGroup(String group) {
    return new OpenApiServerPath(
        "/apis/" + group + "/",
        "get" + OpenApiNames.ofGroup(group) + "APIGroup",
        OpenApiNames.tag(group),
        "APIGroup");
  }

  ObjectNode document(Schema schema, String kubernetes) {
    ObjectNode document = OpenApiDocument.head(kubernetes);
    ObjectNode get = document.putObject("paths").putObject(path).putObject("get");
    get.putArray("tags").add(tag);
    get.put("operationId", operation);
    ObjectNode responses = get.putObject("responses");
    ObjectNode ok = responses.putObject("200").put("description", "OK");
    responses.putObject("401").put("description", "Unauthorized");
    ObjectNode components = document.putObject("components");
    ObjectNode content = ok.putObject("content");
    switch (tag) {
      case "version" -> {
        schema(content, "application/json", OpenApiSchemas.reference(VERSION));
        components.putObject("schemas").set(VERSION, version());
      }
      case "openid" -> schema(content, "application/jwk-set+json", text());
      case "WellKnown" -> schema(content, "application/json", text());
      default -> {
        GroupVersionKind shown = new GroupVersionKind("", "v1", kind);
        OpenApiSchemas schemas = new OpenApiSchemas(schema, "", "v1");
        OpenApiPaths.BODIES.forEach(type -> schema(content, type, schemas.reference(shown)));
        ObjectNode all = schemas.of(Set.of(shown));
        all.remove(OpenApiSchemas.PATCH);
        components.set("schemas", all);
      }
    }
    components.set("securitySchemes", OpenApiDocument.securitySchemes());
    return document;
  }

  private static void schema(ObjectNode content, String type, ObjectNode schema) {
    content.putObject(type).set("schema", schema);
  }

  private static ObjectNode text() {
    return JsonNodeFactory.instance.objectNode().put("type", "string");
  }

  private static ObjectNode version() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    VERSION_REQUIRED.forEach(schema.putArray("required")::add);
    ObjectNode properties = schema.putObject("properties");
    VERSION_REQUIRED.forEach(name -> properties.set(name, text().put("default", "")));
    VERSION_OPTIONAL.forEach(name -> properties.set(name, text()));
    return schema;
  }
}
