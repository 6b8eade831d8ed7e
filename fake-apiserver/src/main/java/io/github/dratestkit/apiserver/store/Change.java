package io.github.dratestkit.apiserver.store;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One write: what was there before and what is there after. */
public final class Change {

  /** What a write did. */
  public enum Type {
    ADDED,
    MODIFIED,
    DELETED
  }

  private final Type type;
  private final StoredObject current;
  private final @Nullable StoredObject previous;
  private volatile Map<String, byte[]> frames = Map.of();

  Change(Type type, StoredObject current, @Nullable StoredObject previous) {
    this.type = type;
    this.current = current;
    this.previous = previous;
  }

  /** Returns what the write did. */
  public Type type() {
    return type;
  }

  /** Returns the object after the write; a deleted one in its last state, under a new version. */
  public StoredObject current() {
    return current;
  }

  /** Returns the object before the write, or null if there was none. */
  public @Nullable StoredObject previous() {
    return previous;
  }

  /** Returns the version of the write. */
  public long version() {
    return current.version();
  }

  /** Returns a frame of a watch if it was made before. */
  public byte @Nullable [] frame(String form) {
    return frames.get(form);
  }

  /** Returns a frame of a watch, made at the first call and shared by all watches of one form. */
  public byte[] frame(String form, Supplier<byte[]> maker) {
    byte[] known = frames.get(form);
    if (known != null) {
      return known;
    }
    byte[] made = maker.get();
    keep(form, made);
    return made;
  }

  private synchronized void keep(String form, byte[] made) {
    Map<String, byte[]> more = new HashMap<>(frames);
    more.put(form, made);
    frames = Map.copyOf(more);
  }

  /** Keeps no more than what the frames can be made from again, for watches that come late. */
  void settle() {
    frames = Map.of();
    if (previous != null) {
      previous.settle();
    }
    if (type == Type.DELETED) {
      current.settle();
    }
  }
}
