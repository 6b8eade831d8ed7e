package io.github.dratestkit.apiserver.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes the metadata of a tree by the names that the API gives its fields. */
public final class Metadata {

  private final ObjectNode metadata;

  private Metadata(ObjectNode metadata) {
    this.metadata = metadata;
  }

  /** Returns the metadata of an object; it gets some if it has none. */
  public static Metadata of(ObjectNode object) {
    if (object.get("metadata") instanceof ObjectNode metadata) {
      return new Metadata(metadata);
    }
    return new Metadata(object.putObject("metadata"));
  }

  /** Returns a copy of an object's metadata. */
  static ObjectNode copyOf(ObjectNode object) {
    return object.get("metadata") instanceof ObjectNode metadata
        ? metadata.deepCopy()
        : object.objectNode();
  }

  /** Returns a text, empty if it is missing. */
  public String text(String field) {
    JsonNode value = metadata.get(field);
    return value == null || value.isNull() ? "" : value.asString("");
  }

  /** Returns the name. */
  public String name() {
    return text("name");
  }

  /** Returns the namespace, empty for objects of the cluster. */
  public String namespace() {
    return text("namespace");
  }

  /** Returns the uid. */
  public String uid() {
    return text("uid");
  }

  /** Says whether the object is being deleted. */
  public boolean isDeleting() {
    return !text("deletionTimestamp").isEmpty();
  }

  /** Returns how many seconds the deletion may still take; none if nobody waits. */
  public Optional<Long> gracePeriodSeconds() {
    JsonNode value = metadata.get("deletionGracePeriodSeconds");
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value.asLong());
  }

  /** Returns the finalizers, in order. */
  public List<String> finalizers() {
    List<String> finalizers = new ArrayList<>();
    metadata.path("finalizers").forEach(item -> finalizers.add(item.asString("")));
    return finalizers;
  }

  /** Adds a finalizer unless it is there. */
  void addFinalizer(String finalizer) {
    if (!finalizers().contains(finalizer)) {
      ArrayNode array =
          metadata.get("finalizers") instanceof ArrayNode present
              ? present
              : metadata.putArray("finalizers");
      array.add(finalizer);
    }
  }

  /** Removes a finalizer if it is there. */
  void removeFinalizer(String finalizer) {
    if (metadata.get("finalizers") instanceof ArrayNode array) {
      for (int i = array.size() - 1; i >= 0; i--) {
        if (array.get(i).asString("").equals(finalizer)) {
          array.remove(i);
        }
      }
      if (array.isEmpty()) {
        metadata.remove("finalizers");
      }
    }
  }

  /** Returns the count of spec changes, 0 if it is not counted. */
  public long generation() {
    return metadata.path("generation").asLong(0);
  }

  /** Sets the count of spec changes. */
  public void setGeneration(long generation) {
    metadata.put("generation", generation);
  }

  void set(String field, String value) {
    metadata.put(field, value);
  }

  void set(String field, long value) {
    metadata.put(field, value);
  }

  void remove(String... fields) {
    metadata.remove(List.of(fields));
  }

  /** Takes a field over from another object, or removes it if that has none. */
  public void take(String field, ObjectNode from) {
    JsonNode value = from.path("metadata").get(field);
    if (value == null) {
      metadata.remove(field);
    } else {
      metadata.set(field, value.deepCopy());
    }
  }

  JsonNode node(String field) {
    return metadata.path(field);
  }
}
