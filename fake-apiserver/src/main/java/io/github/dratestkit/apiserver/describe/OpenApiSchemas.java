package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ListType;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of one group version: those of its kinds and of every type that these use. */
final class OpenApiSchemas {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
  static final String PATCH = META + "Patch";
  private static final String EXTENSIONS =
      "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";
  private static final Map<Kind, String> NAMES =
      Map.of(
          Kind.QUANTITY, "io.k8s.apimachinery.pkg.api.resource.Quantity",
          Kind.TIME, META + "Time",
          Kind.MICRO_TIME, META + "MicroTime",
          Kind.FIELDS_V1, META + "FieldsV1",
          Kind.RAW_EXTENSION, "io.k8s.apimachinery.pkg.runtime.RawExtension",
          Kind.INT_OR_STRING, "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
          Kind.JSON, EXTENSIONS + "JSON",
          Kind.SCHEMA_OR_BOOL, EXTENSIONS + "JSONSchemaPropsOrBool",
          Kind.SCHEMA_OR_ARRAY, EXTENSIONS + "JSONSchemaPropsOrArray",
          Kind.SCHEMA_OR_STRING_ARRAY, EXTENSIONS + "JSONSchemaPropsOrStringArray");

  private final Schema schema;
  private final String group;
  private final String version;
  private final Map<String, ObjectNode> made = new TreeMap<>();
  private final Deque<ObjectType> waiting = new ArrayDeque<>();
  private final Set<String> seen = new HashSet<>();
  private final Map<GroupVersionKind, String> custom = new HashMap<>();

  OpenApiSchemas(Schema schema, String group, String version) {
    this.schema = schema;
    this.group = group;
    this.version = version;
  }

  /** Returns the schemas of kinds and of all that they use. */
  ObjectNode of(Collection<GroupVersionKind> kinds) {
    kinds.forEach(kind -> schema.type(kind).ifPresent(this::use));
    made.put(PATCH, NODES.objectNode().put("type", "object"));
    while (!waiting.isEmpty()) {
      ObjectType type = waiting.removeFirst();
      made.put(type.name(), object(type));
    }
    addNames(kinds);
    ObjectNode schemas = NODES.objectNode();
    made.forEach(schemas::set);
    return schemas;
  }

  /** Adds a schema of a kind that a definition brings. */
  void add(GroupVersionKind kind, String name, ObjectNode described) {
    custom.put(kind, name);
    made.put(name, described);
  }

  /** Adds the schema of a type that others refer to by its name. */
  void add(ObjectType type) {
    use(type);
  }

  /** Returns a reference to the schema of a kind, or of any object if the kind has none. */
  ObjectNode reference(GroupVersionKind kind) {
    String name = custom.get(kind);
    if (name != null) {
      return reference(name);
    }
    return schema
        .type(kind)
        .map(type -> reference(type.name()))
        .orElseGet(() -> NODES.objectNode().put("type", "string"));
  }

  static ObjectNode reference(String name) {
    return NODES.objectNode().put("$ref", "#/components/schemas/" + name);
  }

  private void use(ObjectType type) {
    if (seen.add(type.name())) {
      waiting.add(type);
    }
  }

  // Options and events belong to every group; a document names the core group and its own.
  private void addNames(Collection<GroupVersionKind> kinds) {
    Set<GroupVersionKind> named = new HashSet<>(kinds);
    named.add(new GroupVersionKind("", "v1", "DeleteOptions"));
    named.add(new GroupVersionKind("", "v1", "WatchEvent"));
    named.add(new GroupVersionKind(group, version, "DeleteOptions"));
    named.add(new GroupVersionKind(group, version, "WatchEvent"));
    named.stream()
        .sorted(
            Comparator.comparing(GroupVersionKind::group)
                .thenComparing(GroupVersionKind::version)
                .thenComparing(GroupVersionKind::kind))
        .forEach(
            kind -> {
              Optional<ObjectNode> described = schema.type(kind).map(type -> made.get(type.name()));
              described.ifPresent(
                  node ->
                      node.withArray("x-kubernetes-group-version-kind")
                          .addObject()
                          .put("group", kind.group())
                          .put("kind", kind.kind())
                          .put("version", kind.version()));
            });
  }

  private ObjectNode object(ObjectType type) {
    ObjectNode node = NODES.objectNode().put("type", "object");
    ArrayNode required = NODES.arrayNode();
    Map<String, ObjectNode> properties = new TreeMap<>();
    for (Field field : type.fields()) {
      properties.put(field.name(), property(field));
      if (field.required()) {
        required.add(field.name());
      }
    }
    if (!required.isEmpty()) {
      node.set("required", required);
    }
    if (!properties.isEmpty()) {
      ObjectNode all = node.putObject("properties");
      properties.forEach(all::set);
    }
    if (type.atomic()) {
      node.put("x-kubernetes-map-type", "atomic");
    }
    if (!type.unions().isEmpty()) {
      node.set("x-kubernetes-unions", JsonMapper.shared().readTree(type.unions()));
    }
    return node;
  }

  private ObjectNode property(Field field) {
    ObjectNode node = value(field.shape());
    if (node.has("$ref")) {
      ObjectNode reference = node;
      node = NODES.objectNode();
      node.putArray("allOf").add(reference);
    }
    if (field.defaultValue().isPresent()) {
      node.set("default", field.defaultValue().get());
    }
    if (!field.format().isEmpty() && !node.has("allOf")) {
      node.put("format", field.format());
    }
    if (!field.allowed().isEmpty()) {
      ArrayNode allowed = node.putArray("enum");
      field.allowed().forEach(allowed::add);
    }
    addListTraits(node, field);
    return node;
  }

  private static void addListTraits(ObjectNode node, Field field) {
    Shape shape = field.shape();
    if (shape.kind() == Kind.LIST && field.listTypeDeclared()) {
      if (shape.listType() == ListType.MAP) {
        ArrayNode keys = node.putArray("x-kubernetes-list-map-keys");
        shape.mapKeys().forEach(keys::add);
      }
      node.put("x-kubernetes-list-type", shape.listType().name().toLowerCase(Locale.ROOT));
    }
    if (shape.kind() == Kind.MAP && shape.atomic()) {
      node.put("x-kubernetes-map-type", "atomic");
    }
    field.patchMergeKey().ifPresent(key -> node.put("x-kubernetes-patch-merge-key", key));
    if (!field.patchStrategies().isEmpty()) {
      node.put(
          "x-kubernetes-patch-strategy",
          String.join(",", field.patchStrategies().stream().sorted().toList()));
    }
  }

  private ObjectNode value(Shape shape) {
    ObjectNode node = NODES.objectNode();
    return switch (shape.kind()) {
      case STRING -> node.put("type", "string");
      case BOOL -> node.put("type", "boolean");
      case INT32 -> node.put("type", "integer").put("format", "int32");
      case INT64 -> node.put("type", "integer").put("format", "int64");
      case DOUBLE -> node.put("type", "number").put("format", "double");
      case BYTES -> node.put("type", "string").put("format", "byte");
      case ANY -> node;
      case LIST -> {
        node.put("type", "array");
        node.set("items", value(shape.element()));
        yield node;
      }
      case MAP -> {
        node.put("type", "object");
        node.set("additionalProperties", value(shape.element()));
        yield node;
      }
      case OBJECT -> {
        use(shape.object());
        yield reference(shape.object().name());
      }
      case QUANTITY,
          TIME,
          MICRO_TIME,
          FIELDS_V1,
          RAW_EXTENSION,
          JSON,
          INT_OR_STRING,
          SCHEMA_OR_BOOL,
          SCHEMA_OR_ARRAY,
          SCHEMA_OR_STRING_ARRAY -> {
        String name = NAMES.getOrDefault(shape.kind(), "");
        made.computeIfAbsent(name, added -> wire(shape.kind()));
        yield reference(name);
      }
    };
  }

  private static ObjectNode wire(Kind kind) {
    ObjectNode node = NODES.objectNode();
    return switch (kind) {
      case QUANTITY -> oneOf(node, "string", "number");
      case INT_OR_STRING -> oneOf(node.put("format", "int-or-string"), "integer", "string");
      case TIME, MICRO_TIME -> node.put("type", "string").put("format", "date-time");
      case FIELDS_V1, RAW_EXTENSION -> node.put("type", "object");
      default -> node;
    };
  }

  private static ObjectNode oneOf(ObjectNode node, String one, String other) {
    ArrayNode choices = node.putArray("oneOf");
    choices.addObject().put("type", one);
    choices.addObject().put("type", other);
    return node;
  }
}
