package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A loop that hears of changes, queues what they concern, and reconciles one key at a time. A key
 * whose work the server refuses is tried again later; nothing is lost by it, for every key can be
 * worked on from the start.
 *
 * @param <K> what names a piece of work
 */
public abstract class ReconcilingLoop<K> implements Loop {

  private final String name;
  private final ApiAccess access;
  private final WorkQueue<K> queue;
  private final List<Informer<?>> informers = new CopyOnWriteArrayList<>();
  private boolean synced;
  private Runnable wake = () -> {};

  /** Creates a loop without informers; a subclass adds them while it is made. */
  protected ReconcilingLoop(String name, ApiAccess access, Timers timers) {
    this.name = name;
    this.access = access;
    this.queue = new WorkQueue<>(timers);
  }

  /** Does the work of {@code key}; may throw {@link ApiException} to be called again later. */
  protected abstract void reconcile(K key);

  /** Runs once when every informer has its first list. */
  protected void onSynced() {}

  /** Opens an informer on all objects of a kind. */
  protected final <T extends HasMetadata> Informer<T> inform(
      Class<T> kind, Consumer<Change<T>> listener) {
    return inform(kind, FeedOptions.ALL, listener);
  }

  /** Opens an informer on the objects of a kind that {@code options} select. */
  protected final <T extends HasMetadata> Informer<T> inform(
      Class<T> kind, FeedOptions options, Consumer<Change<T>> listener) {
    Informer<T> informer = new Informer<>(access.feed(kind, options), listener);
    informers.add(informer);
    return informer;
  }

  /** Opens an informer on all objects of a custom resource, as long as it is served. */
  protected final Informer<GenericKubernetesResource> inform(
      ObjectKind kind, Consumer<Change<GenericKubernetesResource>> listener) {
    Informer<GenericKubernetesResource> informer =
        new Informer<>(
            accessTo(kind).feed(GenericKubernetesResource.class),
            listener,
            Informer.Service.MAY_END);
    informers.add(informer);
    informer.onReady(wake);
    return informer;
  }

  /** Closes an informer; what it knows is gone. */
  protected final void forget(Informer<?> informer) {
    informers.remove(informer);
    informer.close();
  }

  /** Returns access to the objects of a custom resource. */
  protected final ApiAccess accessTo(ObjectKind kind) {
    return access.to(kind);
  }

  /** Returns the queue of work. */
  protected final WorkQueue<K> queue() {
    return queue;
  }

  /** Returns the way to write. */
  protected final Writes writes() {
    return access.writes();
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean step() {
    boolean moved = false;
    for (Informer<?> informer : informers) {
      moved |= informer.drain();
    }
    if (!allSynced()) {
      return moved;
    }
    Optional<K> key = queue.poll();
    if (key.isEmpty()) {
      return moved;
    }
    work(key.get());
    return true;
  }

  @Override
  public final void onReady(Runnable newWake) {
    wake = newWake;
    informers.forEach(informer -> informer.onReady(newWake));
    queue.onReady(newWake);
  }

  @Override
  public void close() {
    informers.forEach(Informer::close);
  }

  private void work(K key) {
    try {
      reconcile(key);
      if (queue.failuresOf(key) > 0) {
        queue.forget(key);
      }
    } catch (ApiException refused) {
      queue.retry(key);
    }
  }

  private boolean allSynced() {
    if (!synced && informers.stream().allMatch(Informer::synced)) {
      synced = true;
      onSynced();
    }
    return synced;
  }
}
