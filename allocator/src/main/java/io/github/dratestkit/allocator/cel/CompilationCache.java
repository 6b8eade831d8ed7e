package io.github.dratestkit.allocator.cel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Remembers the latest compilations, because checking the types of an expression takes long. */
final class CompilationCache<K> {

  /** Enough for every expression of a large cluster; each holds a few kilobytes. */
  private static final int CAPACITY = 4096;

  private final Map<K, Compilation> compilations =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Compilation> eldest) {
          return size() > CAPACITY;
        }
      };

  /** Returns the compilation of {@code key}, compiling it without holding others up. */
  Compilation get(K key, Function<K, Compilation> compiler) {
    Compilation known = find(key);
    if (known != null) {
      return known;
    }
    Compilation made = compiler.apply(key);
    synchronized (compilations) {
      compilations.put(key, made);
    }
    return made;
  }

  private @Nullable Compilation find(K key) {
    synchronized (compilations) {
      return compilations.get(key);
    }
  }
}
