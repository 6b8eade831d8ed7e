package io.github.dratestkit.allocator.cel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the latest compilations, because checking the types of an expression takes long.
 *
 * @param <V> what comes of a compilation
 */
final class CompilationCache<K, V> {

  /** Enough for every expression of a large cluster; each holds a few kilobytes. */
  private static final int CAPACITY = 4096;

  private final Map<K, V> compilations =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
          return size() > CAPACITY;
        }
      };

  /** Returns the compilation of {@code key}, compiling it without holding others up. */
  V get(K key, Function<K, V> compiler) {
    V known = find(key);
    if (known != null) {
      return known;
    }
    V made = compiler.apply(key);
    synchronized (compilations) {
      compilations.put(key, made);
    }
    return made;
  }

  private @Nullable V find(K key) {
    synchronized (compilations) {
      return compilations.get(key);
    }
  }
}
