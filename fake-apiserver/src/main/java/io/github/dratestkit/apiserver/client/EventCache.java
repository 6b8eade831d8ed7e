package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the events read last by their bytes, so that several loops that watch one kind parse
 * each event once and share its object.
 */
final class EventCache {

  private static final int REMEMBERED = 1024;

  /** Larger events are rare, and comparing and keeping them costs more. */
  private static final int LARGEST = 64 * 1024;

  /** A frame, known again by its bytes; watches of a server in process even share the array. */
  private record Key(Class<?> kind, byte[] bytes, int hash) {

    /** How many bytes are looked at to tell frames apart quickly. */
    private static final int SAMPLES = 48;

    Key(Class<?> kind, byte[] bytes) {
      this(kind, bytes, sampled(bytes));
    }

    private static int sampled(byte[] bytes) {
      int hash = bytes.length;
      int step = Math.max(1, bytes.length / SAMPLES);
      for (int i = 0; i < bytes.length; i += step) {
        hash = 31 * hash + bytes[i];
      }
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.hash == hash
          && key.kind == kind
          && (key.bytes == bytes || Arrays.equals(key.bytes, bytes));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Key, TypedJson.WatchEvent<?>> events =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, TypedJson.WatchEvent<?>> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Returns the event in {@code frame}, read now or before. */
  @SuppressWarnings("unchecked") // the kind is part of the key
  <T extends HasMetadata> TypedJson.WatchEvent<T> read(byte[] frame, Class<T> kind) {
    if (frame.length > LARGEST) {
      return TypedJson.readEvent(frame, kind);
    }
    Key key = new Key(kind, frame);
    synchronized (events) {
      TypedJson.WatchEvent<?> known = events.get(key);
      if (known != null) {
        return (TypedJson.WatchEvent<T>) known;
      }
    }
    TypedJson.WatchEvent<T> event = TypedJson.readEvent(frame, kind);
    synchronized (events) {
      events.put(key, event);
    }
    return event;
  }
}
