package io.github.dratestkit.apiserver.fault;

import java.util.Arrays;
import java.util.List;

/**
 * The parts of a path of the API; what a path does not have is empty.
 *
 * @param resource the plural
 */
record RequestParts(String namespace, String resource, String name, String subresource) {

  private static final RequestParts NONE = new RequestParts("", "", "", "");

  static RequestParts of(String path) {
    List<String> segments =
        Arrays.stream(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
    int root = segments.isEmpty() ? 0 : segments.get(0).equals("api") ? 2 : 3;
    if (segments.size() <= root) {
      return NONE;
    }
    boolean inside = segments.get(root).equals("namespaces") && segments.size() > root + 2;
    int at = inside ? root + 2 : root;
    return new RequestParts(
        inside ? segments.get(root + 1) : "",
        segments.get(at),
        segment(segments, at + 1),
        segment(segments, at + 2));
  }

  private static String segment(List<String> segments, int index) {
    return index < segments.size() ? segments.get(index) : "";
  }
}
