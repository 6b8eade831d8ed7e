package io.github.dratestkit.apiserver.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Remembers what was made of the keys that were asked for last. Safe for use by several threads;
 * two that ask for a new key at once may both make its value.
 *
 * @param <K> the key, with equals and hashCode
 * @param <V> what is made of it, never changed
 */
public final class RecentlyUsed<K, V> {

  private final Map<K, V> known;

  /** Remembers as many values as {@code size} says. */
  public RecentlyUsed(int size) {
    this.known =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > size;
          }
        };
  }

  /** Returns what {@code maker} makes of a key, now or before. */
  public V get(K key, Function<? super K, ? extends V> maker) {
    synchronized (known) {
      V found = known.get(key);
      if (found != null) {
        return found;
      }
    }
    V made = maker.apply(key);
    synchronized (known) {
      known.put(key, made);
    }
    return made;
  }
}
