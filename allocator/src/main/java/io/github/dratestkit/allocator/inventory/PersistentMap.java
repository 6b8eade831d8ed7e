package io.github.dratestkit.allocator.inventory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map that never changes: a change makes a new one that shares all but a few entries with the old
 * one. Entries are spread over small hash maps, so a change copies one of these and the array that
 * holds them.
 */
final class PersistentMap<K, V> {

  private static final int USUAL = 16;
  private static final int MOST = 64;

  private final Map<K, V>[] parts;
  private final int size;

  private PersistentMap(Map<K, V>[] parts, int size) {
    this.parts = parts;
    this.size = size;
  }

  static <K, V> PersistentMap<K, V> empty() {
    return of(Map.of());
  }

  /** Returns a map with the entries that another has now. */
  static <K, V> PersistentMap<K, V> of(Map<K, V> entries) {
    int number = Integer.highestOneBit(Math.max(1, entries.size() / USUAL));
    @SuppressWarnings({"unchecked", "rawtypes"})
    Map<K, V>[] parts = new Map[number];
    Arrays.fill(parts, Map.of());
    entries.forEach((key, value) -> put(parts, key, value));
    return new PersistentMap<>(parts, entries.size());
  }

  private static <K, V> void put(Map<K, V>[] parts, K key, V value) {
    int part = partOf(key, parts.length);
    if (parts[part].isEmpty()) {
      parts[part] = new HashMap<>();
    }
    parts[part].put(key, value);
  }

  /** Takes other bits than the hash maps take. */
  private static int partOf(Object key, int parts) {
    return (key.hashCode() * 0x9E3779B9) >>> 7 & (parts - 1);
  }

  @Nullable V get(K key) {
    return parts[partOf(key, parts.length)].get(key);
  }

  boolean isEmpty() {
    return size == 0;
  }

  PersistentMap<K, V> with(K key, V value) {
    int part = partOf(key, parts.length);
    Map<K, V> changed = new HashMap<>(parts[part]);
    int more = changed.put(key, value) == null ? 1 : 0;
    PersistentMap<K, V> result = with(part, changed, size + more);
    return changed.size() > MOST ? result.spread() : result;
  }

  PersistentMap<K, V> without(K key) {
    int part = partOf(key, parts.length);
    if (!parts[part].containsKey(key)) {
      return this;
    }
    Map<K, V> changed = new HashMap<>(parts[part]);
    changed.remove(key);
    return with(part, changed, size - 1);
  }

  private PersistentMap<K, V> with(int part, Map<K, V> changed, int newSize) {
    Map<K, V>[] copy = parts.clone();
    copy[part] = changed;
    return new PersistentMap<>(copy, newSize);
  }

  private PersistentMap<K, V> spread() {
    Map<K, V> all = new HashMap<>();
    for (Map<K, V> part : parts) {
      all.putAll(part);
    }
    return of(all);
  }

  /** Returns all values, in no particular order. */
  List<V> values() {
    List<V> values = new ArrayList<>(size);
    for (Map<K, V> part : parts) {
      values.addAll(part.values());
    }
    return values;
  }
}
