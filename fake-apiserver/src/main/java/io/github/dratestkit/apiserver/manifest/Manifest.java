package io.github.dratestkit.apiserver.manifest;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object of a file, and where each of its fields stands there.
 *
 * @param file the file as the user named it
 * @param object the object as written, unchecked
 * @param source where its fields are
 */
public record Manifest(String file, ObjectNode object, SourceMap source) {

  /** Returns the name of the kind; empty texts where the object does not say. */
  public GroupVersionKind kind() {
    return GroupVersionKind.of(
        object.path("apiVersion").asString(""), object.path("kind").asString(""));
  }

  /** Returns the name in the metadata, empty if there is none. */
  public String name() {
    return object.path("metadata").path("name").asString("");
  }

  /** Returns the line of a field, or of the nearest thing around it that stands in the file. */
  public int line(String path) {
    return source.of(path).line();
  }

  /** Returns a fault of a field as one line: file, line, field, and what is wrong. */
  public ManifestException fault(String path, String message) {
    String problem = (path.isEmpty() ? "" : path + ": ") + message;
    Position at = source.of(path);
    return new ManifestException(file, at, problem, file + ":" + at.line() + ": " + problem);
  }
}
