package io.github.dratestkit.allocator.cel;

import dev.cel.common.types.CelKind;

/**
 * The sizes of what is in a list or map.
 *
 * @param container list or map
 * @param key the size of a key, or of an index
 * @param value the size of a value
 */
record EntrySizes(CelKind container, Range key, Range value) {

  EntrySizes union(EntrySizes other) {
    return new EntrySizes(container, key.union(other.key), value.union(other.value));
  }
}
