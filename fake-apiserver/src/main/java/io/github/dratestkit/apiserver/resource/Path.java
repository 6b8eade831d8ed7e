package io.github.dratestkit.apiserver.resource;

/** Puts the paths of fields together as the API prints them. */
final class Path {

  private static final int SHORTEST_LIMIT = 16;
  private static final String ELLIPSIS = "...";

  private Path() {}

  static String child(String path, String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  static String index(String path, int index) {
    return path + "[" + index + "]";
  }

  static String key(String path, String key) {
    return path + "[" + key + "]";
  }

  /** Returns a key for a path, without its middle if it is longer than {@code limit}. */
  static String shortened(String key, int limit) {
    int longest = Math.max(limit, SHORTEST_LIMIT);
    if (key.length() <= longest) {
      return key;
    }
    int remaining = longest - ELLIPSIS.length();
    return key.substring(0, (remaining + 1) / 2)
        + ELLIPSIS
        + key.substring(key.length() - remaining / 2);
  }
}
