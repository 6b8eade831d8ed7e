package io.github.dratestkit.apiserver.schema.structural;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of one version of a custom resource, or a part of one: of every value it says of which
 * type it is. Immutable (apiextensions-apiserver, pkg/apiserver/schema, 1.37).
 */
public final class StructuralSchema {

  /** A schema that says nothing and therefore keeps nothing. */
  public static final StructuralSchema NOTHING = new StructuralSchema(MissingNode.getInstance());

  private final JsonNode source;
  private final Map<String, StructuralSchema> properties = new LinkedHashMap<>();
  private final boolean open;
  private final @Nullable StructuralSchema others;
  private final @Nullable StructuralSchema items;

  private StructuralSchema(JsonNode source) {
    this.source = source;
    source
        .path("properties")
        .forEachEntry((name, part) -> properties.put(name, new StructuralSchema(part)));
    JsonNode additional = source.path("additionalProperties");
    this.open = additional.isObject() || additional.isBoolean();
    this.others = additional.isObject() ? new StructuralSchema(additional) : null;
    JsonNode item = source.path("items");
    this.items = item.isObject() ? new StructuralSchema(item) : null;
  }

  /** Reads a schema as a definition has it. */
  public static StructuralSchema of(JsonNode source) {
    return new StructuralSchema(source);
  }

  /** Returns the schema as the definition has it; must not be changed. */
  public JsonNode source() {
    return source;
  }

  /** Returns the type, empty if any is taken. */
  public String type() {
    return source.path("type").asString("");
  }

  /** Returns the parts that have names of their own. */
  public Map<String, StructuralSchema> properties() {
    return properties;
  }

  /** Says whether entries with other names are taken. */
  public boolean open() {
    return open;
  }

  /** Returns what entries with other names look like, if that is said. */
  public Optional<StructuralSchema> others() {
    return Optional.ofNullable(others);
  }

  /** Returns what items of a list look like. */
  public Optional<StructuralSchema> items() {
    return Optional.ofNullable(items);
  }

  /** Returns what an entry looks like, by whatever it is known. */
  public Optional<StructuralSchema> entry(String name) {
    StructuralSchema part = properties.get(name);
    return Optional.ofNullable(part == null ? others : part);
  }

  /** Says whether fields that are not declared are kept. */
  public boolean preservesUnknownFields() {
    return flag("x-kubernetes-preserve-unknown-fields");
  }

  /** Says whether the value is an object of the API with a type and metadata of its own. */
  public boolean isResource() {
    return flag("x-kubernetes-embedded-resource");
  }

  /** Says whether the value is a whole number or a text. */
  public boolean isIntOrString() {
    return flag("x-kubernetes-int-or-string");
  }

  /** Says whether null is a value. */
  public boolean nullable() {
    return flag("nullable");
  }

  /** Returns the value of a field that is absent, if there is one. */
  public Optional<JsonNode> defaultValue() {
    JsonNode value = source.path("default");
    return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  /** Returns how the items of a list belong together: atomic, set or map. */
  public String listType() {
    return source.path("x-kubernetes-list-type").asString("atomic");
  }

  /** Returns the fields that tell the items of a list of type map apart. */
  public List<String> listKeys() {
    return source.path("x-kubernetes-list-map-keys").valueStream().map(JsonNode::asString).toList();
  }

  /** Says whether an object is applied as one value. */
  public boolean isAtomicMap() {
    return source.path("x-kubernetes-map-type").asString("").equals("atomic");
  }

  private boolean flag(String field) {
    return source.path(field).asBoolean(false);
  }

  /** Removes from an object of this schema, in place, what is not declared. */
  public void prune(ObjectNode object) {
    new Pruning(null).root(object, this);
  }

  /** Does the same and returns the paths of what it removed, sorted. */
  public List<String> pruned(ObjectNode object) {
    TreeSet<String> unknown = new TreeSet<>();
    new Pruning(unknown).root(object, this);
    return List.copyOf(unknown);
  }

  /** Removes nulls, in place, that are neither values nor replaced by a default. */
  public void removeNulls(ObjectNode object) {
    Defaulting.removeNulls(object, this);
  }

  /** Fills in what is absent, in place. */
  public void applyDefaults(ObjectNode object) {
    Defaulting.apply(object, this);
  }

  /** Returns the structure by which objects of a kind with this schema are applied. */
  public ObjectType type(GroupVersionKind kind, ObjectType metadata) {
    return Structures.of(this, kind, metadata);
  }
}
