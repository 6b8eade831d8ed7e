package io.github.dratestkit.apiserver;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.access.AccessControl;
import io.github.dratestkit.apiserver.access.User;
import io.github.dratestkit.apiserver.admission.AdmissionPlugins;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.connect.Connections;
import io.github.dratestkit.apiserver.connect.ContainerLogs;
import io.github.dratestkit.apiserver.custom.CustomResources;
import io.github.dratestkit.apiserver.describe.Descriptions;
import io.github.dratestkit.apiserver.registry.Parts;
import io.github.dratestkit.apiserver.registry.ResourceHandler;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.kinds.KindStrategies;
import io.github.dratestkit.apiserver.resource.ResourceStrategies;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.View;
import io.github.dratestkit.apiserver.time.Identity;
import io.github.dratestkit.apiserver.time.Timers;
import java.util.HashMap;
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
  private final RequestHandler requests;
  private final Map<String, ApiHandler> mounts = new ConcurrentHashMap<>();
  private final ContainerLogs logs = new ContainerLogs();
  private final View fresh;

  private FakeApiServer(ClusterConfig config) {
    this.features = config.features();
    this.timers = config.newTimers();
    this.store = new Store(timers, config.watchHistory());
    Identity identity = config.newIdentity();
    CustomResources kinds =
        new CustomResources(
            Catalog.of(features, config.runtimeConfig()), strategies(features), store, timers);
    AccessControl access = new AccessControl(config.access(), features, store, timers, identity);
    ResourceHandler resources =
        new ResourceHandler(
            new Parts(
                features,
                store,
                codec(kinds, features),
                kinds,
                AdmissionPlugins.of(store, access.admissionPlugins()),
                timers,
                identity));
    RequestRouter router = new RequestRouter(kinds::catalog);
    this.requests =
        new RequestHandler(
            access,
            router,
            resources,
            new Connections(store, logs, timers),
            new Descriptions(kinds::catalog, kinds, features),
            mounts);
    SeedObjects.create(
        requests.as(AccessControl.ADMINISTRATOR),
        config.access().mode(),
        features.version(),
        timers.instant());
    kinds.keep(requests.as(AccessControl.ADMINISTRATOR));
    FlowSchemaStatus.keep(store, timers, requests.as(AccessControl.ADMINISTRATOR));
    this.fresh = store.view();
  }

  private static ObjectCodec codec(Schema schema, FeatureSet features) {
    ObjectCodec codec = new ObjectCodec(schema);
    return features.enabled("CBORServingAndStorage") ? codec.withCbor() : codec;
  }

  private static Map<GroupResource, Strategy> strategies(FeatureSet features) {
    Map<GroupResource, Strategy> strategies = new HashMap<>(KindStrategies.all());
    strategies.putAll(ResourceStrategies.all(features));
    return strategies;
  }

  /** Starts a server. */
  public static FakeApiServer start(ClusterConfig config) {
    return new FakeApiServer(config);
  }

  /** Returns the core of the server, which answers requests. */
  public ApiHandler handler() {
    return requests;
  }

  /** Returns the core of the server for somebody whom it need not ask for a token. */
  public ApiHandler handlerFor(User user) {
    return requests.as(user);
  }

  /** Returns the core of the server for one who may do everything, whatever the access. */
  public ApiHandler administrator() {
    return handlerFor(AccessControl.ADMINISTRATOR);
  }

  /** Returns version and gates of the server. */
  public FeatureSet features() {
    return features;
  }

  /** Returns the clock of the server. */
  public Timers timers() {
    return timers;
  }

  /** Returns where kubelets of this process write what containers say. */
  public ContainerLogs containerLogs() {
    return logs;
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
