package io.github.dratestkit.apiserver.manifest;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object of a file, and where each of its fields stands there.
 *
 * @param file the file as the user named it
 * @param object the object as written, unchecked
 * @param lines the line of every field by its path, such as {@code spec.devices[0].name}; the
 *     object itself is the empty path
 */
public record Manifest(String file, ObjectNode object, Map<String, Integer> lines) {

  public Manifest {
    lines = Map.copyOf(lines);
  }

  /** Returns the name of the kind; empty texts where the object does not say. */
  public GroupVersionKind kind() {
    return GroupVersionKind.of(
        object.path("apiVersion").asString(""), object.path("kind").asString(""));
  }

  /** Returns the name in the metadata, empty if there is none. */
  public String name() {
    return object.path("metadata").path("name").asString("");
  }

  /**
   * Returns the line of a field, or of the nearest thing around it that stands in the file.
   *
   * @param path as error causes have it; keys of maps in brackets, as in {@code attributes[model]}
   */
  public int line(String path) {
    String nearest = path.replaceAll("\\[([^\\]]*[^0-9\\]][^\\]]*)]", ".$1");
    while (!nearest.isEmpty() && !lines.containsKey(nearest)) {
      int end = Math.max(nearest.lastIndexOf('.'), nearest.lastIndexOf('['));
      nearest = nearest.substring(0, Math.max(end, 0));
    }
    return lines.getOrDefault(nearest, 1);
  }

  /** Returns a fault of a field as one line: file, line, field, and what is wrong. */
  public ManifestException fault(String path, String message) {
    return new ManifestException(
        file + ":" + line(path) + ": " + (path.isEmpty() ? "" : path + ": ") + message);
  }
}
