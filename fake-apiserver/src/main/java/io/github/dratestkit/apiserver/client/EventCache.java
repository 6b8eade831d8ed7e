package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.codec.RecentlyUsed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Remembers the objects read last by their bytes, so that several loops that watch one kind parse
 * each object once and share it; and so does who gets it first, as the answer to a write.
 */
final class EventCache {

  private static final int REMEMBERED = 512;

  /** Larger objects are rare, and comparing and keeping them costs more. */
  private static final int LARGEST = 64 * 1024;

  private static final byte[] TYPE = bytes("{\"type\":\"");
  private static final byte[] OBJECT = bytes("\",\"object\":");

  /** An object, known again by its bytes; watches of a server in process even share the array. */
  private record Key(Class<?> kind, byte[] bytes, int from, int to, int hash) {

    /** How many bytes are looked at to tell objects apart quickly. */
    private static final int SAMPLES = 48;

    Key(Class<?> kind, byte[] bytes, int from, int to) {
      this(kind, bytes, from, to, sampled(bytes, from, to));
    }

    private static int sampled(byte[] bytes, int from, int to) {
      int hash = to - from;
      int step = Math.max(1, (to - from) / SAMPLES);
      for (int i = from; i < to; i += step) {
        hash = 31 * hash + bytes[i];
      }
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.hash == hash
          && key.kind == kind
          && (key.bytes == bytes && key.from == from && key.to == to
              || Arrays.equals(key.bytes, key.from, key.to, bytes, from, to));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final RecentlyUsed<Key, Object> objects = new RecentlyUsed<>(REMEMBERED);

  /** Returns the object in the answer to a write, read now or before. */
  <T> T readObject(byte[] json, Class<T> kind) {
    return readObject(json, 0, json.length, kind);
  }

  /** Returns the event in {@code frame}, its object read now or before. */
  <T extends HasMetadata> TypedJson.WatchEvent<T> read(byte[] frame, Class<T> kind) {
    int end = frame.length - (frame.length > 0 && frame[frame.length - 1] == '\n' ? 1 : 0);
    int typeEnd = TYPE.length;
    while (typeEnd < end && frame[typeEnd] != '"') {
      typeEnd++;
    }
    int from = typeEnd + OBJECT.length;
    if (!isAt(frame, 0, TYPE) || !isAt(frame, typeEnd, OBJECT) || frame[end - 1] != '}') {
      return TypedJson.readEvent(frame, kind);
    }
    String type = new String(frame, TYPE.length, typeEnd - TYPE.length, StandardCharsets.UTF_8);
    return switch (type) {
      case "ADDED", "MODIFIED", "DELETED" ->
          new TypedJson.WatchEvent.Change<>(type, readObject(frame, from, end - 1, kind));
      default -> TypedJson.readEvent(frame, kind);
    };
  }

  @SuppressWarnings("unchecked") // the kind is part of the key
  private <T> T readObject(byte[] json, int from, int to, Class<T> kind) {
    return to - from > LARGEST
        ? TypedJson.read(json, from, to, kind)
        : (T)
            objects.get(new Key(kind, json, from, to), key -> TypedJson.read(json, from, to, kind));
  }

  private static boolean isAt(byte[] frame, int place, byte[] text) {
    return place + text.length < frame.length
        && Arrays.equals(frame, place, place + text.length, text, 0, text.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
