package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A CustomResourceDefinition as it is stored, read by the names of its parts.
 *
 * @param object the whole; must not be changed
 */
record Definition(ObjectNode object) {

  static final GroupResource RESOURCE =
      new GroupResource("apiextensions.k8s.io", "customresourcedefinitions");
  static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";
  static final String ACCEPTED = "NamesAccepted";
  static final String ESTABLISHED = "Established";
  static final String TERMINATING = "Terminating";

  String name() {
    return metadata().path("name").asString("");
  }

  String uid() {
    return metadata().path("uid").asString("");
  }

  JsonNode metadata() {
    return object.path("metadata");
  }

  JsonNode spec() {
    return object.path("spec");
  }

  String group() {
    return spec().path("group").asString("");
  }

  JsonNode wantedNames() {
    return spec().path("names");
  }

  JsonNode names() {
    return object.path("status").path("acceptedNames");
  }

  /** Returns one of the names that it has got, empty if it has none. */
  String acceptedName(String which) {
    return names().path(which).asString("");
  }

  GroupResource resource() {
    return new GroupResource(group(), wantedNames().path("plural").asString(""));
  }

  boolean namespaced() {
    return spec().path("scope").asString("").equals("Namespaced");
  }

  JsonNode versions() {
    return spec().path("versions");
  }

  /** Returns the version in which its objects are kept. */
  String storageVersion() {
    return versions()
        .valueStream()
        .filter(version -> version.path("storage").asBoolean(false))
        .map(version -> version.path("name").asString(""))
        .findFirst()
        .orElse("");
  }

  boolean isDeleting() {
    return !metadata().path("deletionTimestamp").asString("").isEmpty();
  }

  boolean isToBeCleanedUp() {
    return isDeleting()
        && metadata()
            .path("finalizers")
            .valueStream()
            .anyMatch(finalizer -> finalizer.asString("").equals(CLEANUP));
  }

  /** Says whether its objects are served. */
  boolean isServed() {
    return (isTrue(ACCEPTED) || isTrue(ESTABLISHED))
        && !acceptedName("plural").isEmpty()
        && !acceptedName("kind").isEmpty();
  }

  boolean isTrue(String condition) {
    return condition(condition)
        .map(known -> known.path("status").asString("").equals("True"))
        .orElse(false);
  }

  Optional<JsonNode> condition(String type) {
    return object
        .path("status")
        .path("conditions")
        .valueStream()
        .filter(condition -> condition.path("type").asString("").equals(type))
        .findFirst();
  }

  static List<String> texts(JsonNode list) {
    return list.valueStream().map(item -> item.asString("")).toList();
  }

  /** Returns everything that names a resource of this definition. */
  TreeSet<String> resourceNames() {
    TreeSet<String> names = new TreeSet<>(texts(names().path("shortNames")));
    names.add(acceptedName("plural"));
    names.add(acceptedName("singular"));
    names.remove("");
    return names;
  }

  /** Returns the names of kinds of this definition. */
  TreeSet<String> kindNames() {
    TreeSet<String> names =
        new TreeSet<>(
            List.of(acceptedName("kind"), acceptedName("listKind")).stream().distinct().toList());
    names.remove("");
    return names;
  }
}
