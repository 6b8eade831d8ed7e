package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Feed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a loop knows of one kind: every object that its feed has told of, in the order of arrival.
 * Loops read here instead of asking the server, and hear of each change once.
 *
 * <p>A loop that has just written an object may {@link #assume} the answer, so that it does not act
 * on what it knows to be old; an event of an older version is then passed over.
 *
 * @param <T> the kind, a class of fabric8's model
 */
public final class Informer<T extends HasMetadata> implements AutoCloseable {

  private final Feed<T> feed;
  private final Consumer<Change<T>> listener;
  private final Service service;
  private final Map<ObjectKey, T> objects = new LinkedHashMap<>();
  private boolean synced;
  private boolean unserved;

  /** Creates an informer on {@code feed} that tells {@code listener} of every change. */
  public Informer(Feed<T> feed, Consumer<Change<T>> listener) {
    this(feed, listener, Service.LASTS);
  }

  /** Creates an informer of a kind that may cease to be served. */
  Informer(Feed<T> feed, Consumer<Change<T>> listener, Service service) {
    this.feed = feed;
    this.listener = listener;
    this.service = service;
  }

  /** Whether a kind that was served once is served for ever. */
  enum Service {
    LASTS,
    MAY_END
  }

  /** Creates an informer whose changes nobody needs to hear of. */
  public Informer(Feed<T> feed) {
    this(feed, change -> {});
  }

  /**
   * Takes in every event that is there, and returns whether there was one. A kind that the server
   * does not serve has no objects.
   *
   * @throws ApiException if the server does not answer; what has come before is kept
   */
  public boolean drain() {
    if (unserved) {
      return false;
    }
    boolean moved = false;
    try {
      for (Optional<Feed.Event<T>> event = feed.poll(); event.isPresent(); event = feed.poll()) {
        take(event.get());
        moved = true;
      }
    } catch (ApiException refused) {
      if (!refused.isNotFound() || synced && service == Service.LASTS) {
        throw refused;
      }
      unserved = true;
      synced = true;
    }
    return moved;
  }

  /** Says whether the first list has arrived, before which nothing here means anything. */
  public boolean synced() {
    return synced;
  }

  /** Returns the object of a name. */
  public Optional<T> get(@Nullable String namespace, String name) {
    return get(ObjectKey.of(namespace, name));
  }

  /** Returns the object of a key. */
  public Optional<T> get(ObjectKey key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** Returns all objects, in the order of their arrival. The view changes with the informer. */
  public Collection<T> all() {
    return Collections.unmodifiableCollection(objects.values());
  }

  /** Takes the answer to a write as known, unless something newer is known already. */
  public void assume(T written) {
    T known = objects.get(ObjectKey.of(written));
    if (known == null || !isOlder(written, known)) {
      objects.put(ObjectKey.of(written), written);
    }
  }

  /** Sets what to run when an event may be there. */
  public void onReady(Runnable wake) {
    feed.onReady(wake);
  }

  @Override
  public void close() {
    feed.close();
  }

  private void take(Feed.Event<T> event) {
    if (event instanceof Feed.Event.Listed<T> listed) {
      replace(listed.objects());
    } else if (event instanceof Feed.Event.Added<T> added) {
      put(added.object());
    } else if (event instanceof Feed.Event.Modified<T> modified) {
      put(modified.object());
    } else if (event instanceof Feed.Event.Deleted<T> deleted) {
      remove(deleted.object());
    }
  }

  private void replace(List<T> listed) {
    Map<ObjectKey, T> gone = new LinkedHashMap<>(objects);
    listed.forEach(object -> gone.remove(ObjectKey.of(object)));
    synced = true;
    for (T object : new ArrayList<>(gone.values())) {
      remove(object);
    }
    listed.forEach(this::put);
  }

  private void put(T now) {
    ObjectKey key = ObjectKey.of(now);
    T before = objects.get(key);
    if (before == null) {
      objects.put(key, now);
      listener.accept(new Change.Added<>(now));
      return;
    }
    if (!sameUid(before, now)) {
      objects.put(key, now);
      listener.accept(new Change.Deleted<>(before));
      listener.accept(new Change.Added<>(now));
      return;
    }
    if (isOlder(now, before)) {
      return;
    }
    objects.put(key, now);
    listener.accept(new Change.Modified<>(before, now));
  }

  private void remove(T last) {
    T known = objects.get(ObjectKey.of(last));
    if (known == null || !sameUid(known, last)) {
      return;
    }
    objects.remove(ObjectKey.of(last));
    listener.accept(new Change.Deleted<>(last));
  }

  private static boolean sameUid(HasMetadata left, HasMetadata right) {
    return String.valueOf(left.getMetadata().getUid())
        .equals(String.valueOf(right.getMetadata().getUid()));
  }

  private static boolean isOlder(HasMetadata left, HasMetadata right) {
    return version(left) < version(right);
  }

  private static long version(HasMetadata object) {
    String version = object.getMetadata().getResourceVersion();
    return version == null || version.isEmpty() ? 0 : Long.parseLong(version);
  }
}
