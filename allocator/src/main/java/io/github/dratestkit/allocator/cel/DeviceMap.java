package io.github.dratestkit.allocator.cel;

import com.google.errorprone.annotations.Immutable;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map of a device. Being a CEL value it is handed through the engine as it is; a plain map would
 * be walked and copied at every access.
 */
@Immutable
class DeviceMap extends CelValue implements Map<String, Object> {

  static final DeviceMap EMPTY = new DeviceMap(Map.of());

  @SuppressWarnings("Immutable") // Nobody changes it after construction.
  private final Map<String, Object> entries;

  DeviceMap(Map<String, Object> entries) {
    this.entries = entries;
  }

  /** Says whether the key is really there, also where a default hides its absence. */
  final boolean hasKey(Object key) {
    return entries.containsKey(key);
  }

  @Override
  public final Object value() {
    return this;
  }

  @Override
  public final boolean isZeroValue() {
    return entries.isEmpty();
  }

  @Override
  public final CelType celType() {
    return MapType.create(SimpleType.STRING, SimpleType.DYN);
  }

  @Override
  public final int size() {
    return entries.size();
  }

  @Override
  public final boolean isEmpty() {
    return entries.isEmpty();
  }

  @Override
  public boolean containsKey(Object key) {
    return entries.containsKey(key);
  }

  @Override
  public final boolean containsValue(Object value) {
    return entries.containsValue(value);
  }

  @Override
  public @Nullable Object get(Object key) {
    return entries.get(key);
  }

  @Override
  public final Set<String> keySet() {
    return entries.keySet();
  }

  @Override
  public final Collection<Object> values() {
    return entries.values();
  }

  @Override
  public final Set<Entry<String, Object>> entrySet() {
    return entries.entrySet();
  }

  @Override
  public final Object put(String key, Object value) {
    throw new UnsupportedOperationException("a device cannot be changed");
  }

  @Override
  public final Object remove(Object key) {
    throw new UnsupportedOperationException("a device cannot be changed");
  }

  @Override
  public final void putAll(Map<? extends String, ?> other) {
    throw new UnsupportedOperationException("a device cannot be changed");
  }

  @Override
  public final void clear() {
    throw new UnsupportedOperationException("a device cannot be changed");
  }

  @Override
  public final boolean equals(Object other) {
    return entries.equals(other);
  }

  @Override
  public final int hashCode() {
    return entries.hashCode();
  }

  @Override
  public final String toString() {
    return entries.toString();
  }
}
