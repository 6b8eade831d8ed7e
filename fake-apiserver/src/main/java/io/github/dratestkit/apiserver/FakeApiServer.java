package io.github.dratestkit.apiserver;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.describe.Descriptions;
import io.github.dratestkit.apiserver.registry.Parts;
import io.github.dratestkit.apiserver.registry.ResourceHandler;
import io.github.dratestkit.apiserver.registry.kinds.KindStrategies;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.View;
import io.github.dratestkit.apiserver.time.Timers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A Kubernetes API server in this process. It owns no thread: requests run on their callers'.
 * Transports are put around {@link #handler}.
 */
public final class FakeApiServer implements AutoCloseable {

  private final FeatureSet features;
  private final Timers timers;
  private final Store store;
  private final ApiHandler handler;
  private final Map<String, ApiHandler> mounts = new ConcurrentHashMap<>();
  private final View fresh;

  private FakeApiServer(ClusterConfig config) {
    this.features = config.features();
    this.timers = config.newTimers();
    this.store = new Store(timers, config.watchHistory());
    Catalog catalog = Catalog.of(features, config.runtimeConfig());
    ResourceHandler resources =
        new ResourceHandler(
            new Parts(
                features,
                catalog,
                store,
                new ObjectCodec(Schema.builtIn()),
                KindStrategies.all(features),
                timers,
                config.newIdentity()));
    this.handler =
        new RequestHandler(
            new RequestRouter(catalog), resources, new Descriptions(catalog, features), mounts);
    SeedObjects.create(handler);
    this.fresh = store.view();
  }

  /** Starts a server. */
  public static FakeApiServer start(ClusterConfig config) {
    return new FakeApiServer(config);
  }

  /** Returns the core of the server, which answers requests. */
  public ApiHandler handler() {
    return handler;
  }

  /** Returns version and gates of the server. */
  public FeatureSet features() {
    return features;
  }

  /** Returns the clock of the server. */
  public Timers timers() {
    return timers;
  }

  /** Answers a path, and everything below it, by a handler: for pages and debug endpoints. */
  public void mount(String path, ApiHandler page) {
    mounts.put(path, page);
  }

  /** Returns everything the server holds now; it costs nothing and can be gone back to. */
  public View snapshot() {
    return store.view();
  }

  /** Puts everything back as it was at a snapshot, under new versions. */
  public void restore(View snapshot) {
    store.rewind(snapshot);
  }

  /** Puts everything back as it was at the start, under new versions. */
  public void reset() {
    store.rewind(fresh);
  }

  /** Forgets the past: open watches go on, but none can begin before now. */
  public void compact() {
    store.compact(store.view().version());
  }

  @Override
  public void close() {
    if (timers instanceof io.github.dratestkit.apiserver.time.SystemTimers system) {
      system.close();
    }
  }
}
