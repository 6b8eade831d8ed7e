package io.github.dratestkit.apiserver.store;

import io.github.dratestkit.apiserver.codec.GoJson;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One version of one object. Its bytes are made once and reused by every get, list and watch.
 *
 * <p>The tree is frozen by convention: whoever wants to change it takes {@link #copy}. Once an
 * object has been replaced for a while only its bytes are kept, which take a tenth of the room; the
 * tree is then read from them by whoever still asks for it.
 */
public final class StoredObject {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final StoreKey key;
  private final long version;
  private volatile @Nullable ObjectNode object;
  private final String path;
  private volatile byte @Nullable [] json;
  private volatile Map<String, byte[]> renderings = Map.of();

  StoredObject(StoreKey key, long version, ObjectNode object) {
    this.key = key;
    this.path = key.path();
    this.version = version;
    this.object = object;
  }

  /** Returns where the object is kept. */
  public StoreKey key() {
    return key;
  }

  /** Returns the path of the key, by which objects of a resource are sorted. */
  public String path() {
    return path;
  }

  /** Returns the resourceVersion of this version. */
  public long version() {
    return version;
  }

  /** Returns the tree, in the hub version of its kind; it must not be changed. */
  public ObjectNode object() {
    ObjectNode known = object;
    return known == null ? (ObjectNode) JSON.readTree(json()) : known;
  }

  /** Keeps the bytes only. */
  void settle() {
    json();
    object = null;
    renderings = Map.of();
  }

  /** Returns a tree of one's own. */
  public ObjectNode copy() {
    ObjectNode known = object;
    return known == null ? object() : known.deepCopy();
  }

  /** Returns another tree of the same object under another version; it is not in the store. */
  public StoredObject under(ObjectNode otherObject, long otherVersion) {
    return new StoredObject(key, otherVersion, otherObject);
  }

  /** Returns the object as JSON in its hub version. */
  public byte[] json() {
    byte[] known = json;
    if (known != null) {
      return known;
    }
    // The tree goes only after the bytes are there.
    byte[] made = GoJson.bytes(Objects.requireNonNull(object));
    json = made;
    return made;
  }

  /**
   * Returns the object in some other form, made at the first call and kept.
   *
   * @param form names the form, such as {@code v1beta1} or {@code v1;protobuf}
   */
  public byte[] rendering(String form, Supplier<byte[]> maker) {
    byte[] known = renderings.get(form);
    if (known != null) {
      return known;
    }
    byte[] made = maker.get();
    keep(form, made);
    return made;
  }

  // Few objects are read in other forms and in few, so the map is small and copied.
  private synchronized void keep(String form, byte[] made) {
    Map<String, byte[]> more = new HashMap<>(renderings);
    more.put(form, made);
    renderings = Map.copyOf(more);
  }
}
