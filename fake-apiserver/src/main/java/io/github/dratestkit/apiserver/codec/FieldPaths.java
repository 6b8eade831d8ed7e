package io.github.dratestkit.apiserver.codec;

/** How complaints about the fields of a body name them. */
public enum FieldPaths {
  /** As those who decode JSON do: at most a hundred, in quotes that can be read back. */
  OF_TEXT,
  /**
   * As those who decode values do, what a strategic patch has become: all, without the keys of maps
   * in their paths, and as they are (apimachinery/pkg/runtime/converter.go, 1.37).
   */
  OF_VALUES
}
