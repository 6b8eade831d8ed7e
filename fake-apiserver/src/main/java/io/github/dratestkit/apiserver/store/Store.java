package io.github.dratestkit.apiserver.store;

import io.github.dratestkit.apiserver.schema.GroupResource;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * All objects of a server. One counter gives every write its resourceVersion and never goes back.
 * Readers never wait: they read an immutable {@link View}.
 */
public final class Store {

  /** The version of an object that does not exist. */
  public static final long NONE = 0;

  private final InstantSource clock;
  private final WatchHistory history;
  private final Map<GroupResource, ChangeLog> logs = new ConcurrentHashMap<>();
  private final Deque<View> past = new ArrayDeque<>();
  private volatile View present;
  private volatile long compactedThrough;

  /** Creates an empty store. */
  public Store(InstantSource clock, WatchHistory history) {
    this(clock, history, new View(1, ResourceMaps.EMPTY));
  }

  private Store(InstantSource clock, WatchHistory history, View start) {
    this.clock = clock;
    this.history = history;
    this.present = start;
    this.compactedThrough = start.version() - 1;
    past.add(start);
  }

  /** Returns everything as it is now. */
  public View view() {
    return present;
  }

  /** Returns everything as it was at a version, or none if that is forgotten. */
  public synchronized Optional<View> viewAt(long version) {
    forgetOld();
    if (version < past.getFirst().version()) {
      return Optional.empty();
    }
    View found = past.getFirst();
    for (Iterator<View> views = past.descendingIterator(); views.hasNext(); ) {
      View view = views.next();
      if (view.version() <= version) {
        found = view;
        break;
      }
    }
    return Optional.of(found);
  }

  /** Returns an independent store that starts as this one is. */
  public Store fork() {
    return new Store(clock, history, present);
  }

  /**
   * Writes an object if what is stored is what the writer has read.
   *
   * @param expected the version that the writer has read, {@link #NONE} if there must be no object
   * @param maker makes the tree to keep; it is given the version of the write
   * @throws StaleVersionException if somebody wrote in between
   */
  public StoredObject write(StoreKey key, long expected, LongFunction<ObjectNode> maker) {
    StoredObject written;
    synchronized (this) {
      StoredObject previous = check(key, expected);
      long version = present.version() + 1;
      written = new StoredObject(key, version, maker.apply(version));
      Change.Type type = previous == null ? Change.Type.ADDED : Change.Type.MODIFIED;
      commit(
          new Change(type, written, previous),
          present.map(key.resource()).with(key.path(), written));
    }
    log(key.resource()).wakeListeners();
    return written;
  }

  /**
   * Removes an object if what is stored is what the writer has read.
   *
   * @param maker makes the last state, which watchers of the deletion see
   * @throws StaleVersionException if somebody wrote in between
   */
  public StoredObject remove(StoreKey key, long expected, LongFunction<ObjectNode> maker) {
    StoredObject last;
    synchronized (this) {
      StoredObject previous = check(key, expected);
      long version = present.version() + 1;
      last = new StoredObject(key, version, maker.apply(version));
      commit(
          new Change(Change.Type.DELETED, last, previous),
          present.map(key.resource()).without(key.path()));
    }
    log(key.resource()).wakeListeners();
    return last;
  }

  /**
   * Reads changes from a version on.
   *
   * @return none if changes after that version are already forgotten
   */
  public Optional<ChangeReader> changesAfter(GroupResource resource, long version) {
    ChangeLog log = log(resource);
    synchronized (this) {
      log.forgetBefore(clock.instant().minus(history.age()));
      if (version < log.compactedThrough()) {
        return Optional.empty();
      }
      return Optional.of(new ChangeReader(log, log.linkAt(version)));
    }
  }

  /** Runs something on the writer's thread after every write to a resource. */
  public void onChange(GroupResource resource, Runnable listener) {
    log(resource).addListener(listener);
  }

  /** Returns the newest version that is forgotten. */
  public long compactedThrough() {
    return compactedThrough;
  }

  /** Forgets the past up to a version, as etcd's compaction does. */
  public synchronized void compact(long throughVersion) {
    logs.values().forEach(log -> log.compact(throughVersion));
    compactedThrough = Math.max(compactedThrough, throughVersion);
    while (past.size() > 1 && past.getFirst().version() < throughVersion) {
      past.removeFirst();
    }
  }

  /**
   * Puts everything back as it was in an earlier view, under new and higher versions. Watches that
   * are open read it as changes; there is no way back for the counter.
   */
  public void rewind(View earlier) {
    List<StoreKey> changed = present.changedSince(earlier);
    for (StoreKey key : changed) {
      StoredObject now = present.get(key);
      StoredObject then = earlier.get(key);
      long expected = now == null ? NONE : now.version();
      if (then != null) {
        write(key, expected, version -> withVersion(then.copy(), version));
      } else if (now != null) {
        remove(key, expected, version -> withVersion(now.copy(), version));
      }
    }
  }

  private static ObjectNode withVersion(ObjectNode object, long version) {
    if (object.get("metadata") instanceof ObjectNode metadata) {
      metadata.put("resourceVersion", Long.toString(version));
    }
    return object;
  }

  private @Nullable StoredObject check(StoreKey key, long expected) {
    StoredObject stored = present.get(key);
    long actual = stored == null ? NONE : stored.version();
    if (actual != expected) {
      throw new StaleVersionException(key, expected, actual);
    }
    return stored;
  }

  private void commit(Change change, PersistentMap<StoredObject> map) {
    View next = present.with(change.version(), change.current().key().resource(), map);
    past.addLast(next);
    if (past.size() > history.changes()) {
      past.removeFirst();
    }
    log(change.current().key().resource()).append(change, clock.instant(), history);
    present = next;
  }

  private void forgetOld() {
    for (ChangeLog log : new ArrayList<>(logs.values())) {
      log.forgetBefore(clock.instant().minus(history.age()));
      compactedThrough = Math.max(compactedThrough, log.compactedThrough());
    }
    while (past.size() > 1 && past.getFirst().version() < compactedThrough) {
      past.removeFirst();
    }
  }

  private ChangeLog log(GroupResource resource) {
    return logs.computeIfAbsent(resource, unused -> new ChangeLog(compactedThrough));
  }
}
