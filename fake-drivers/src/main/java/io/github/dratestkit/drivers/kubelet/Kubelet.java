package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.WorkQueue;
import io.github.dratestkit.drivers.cdi.CdiDirectory;
import io.github.dratestkit.drivers.transport.DirectoryWatch;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A kubelet whose containers are made up: it registers a node, takes the plugins that show up in
 * its directory, prepares the claims of the pods that are bound to it through them, runs the pods,
 * and undoes it all when they end. A new one on the same directory is the old one restarted.
 *
 * <p>As the real one does, it wipes the slices of its node when it starts, for no driver has
 * registered yet; drivers publish again. Source: {@code pkg/kubelet}, 1.37.
 */
public final class Kubelet implements Loop {

  private static final Duration RECONCILE_PERIOD = Duration.ofSeconds(60);

  private final KubeletConfig config;
  private final ApiAccess access;
  private final Timers timers;
  private final Inbox inbox = new Inbox();
  private final WorkQueue<Work> queue;
  private final Calls calls;
  private final Plugins plugins;
  private final PluginWatcher watcher;
  private final DirectoryWatch registry;
  private final Preparations claims;
  private final PodWorkers workers;
  private final NodeObject node;
  private final Informer<Pod> pods;
  private Timers.Alarm reconciliation;
  private boolean synced;

  private Kubelet(KubeletConfig config, ApiAccess access, FeatureSet features, Timers timers) {
    this.config = config;
    this.access = access;
    this.timers = timers;
    this.queue = new WorkQueue<>(timers);
    this.calls = new Calls(timers, inbox, config.patience());
    this.plugins = new Plugins(timers, inbox, driver -> queue.add(new Work.OfSlices(driver)));
    this.watcher = new PluginWatcher(config.registry(), plugins, calls, (plugin, services) -> {});
    this.registry = DirectoryWatch.open(config.registry());
    this.claims =
        new Preparations(
            access.writes(),
            PodClaims.of(features),
            new ClaimCache(config.checkpoint()),
            new DriverCalls(plugins, calls));
    this.workers =
        new PodWorkers(
            access.writes(),
            timers,
            claims,
            queue,
            inbox,
            new ContainerOutput(config.logs(), new CdiDirectory(config.cdi())));
    this.node = new NodeObject(config, access.writes());
    this.pods =
        new Informer<>(
            access.feed(Pod.class, FeedOptions.byField("spec.nodeName=" + config.node())),
            this::changed);
    queue.add(new Work.OfNode());
    queue.add(new Work.OfSlices(""));
    this.reconciliation = reconcileLater();
  }

  /** Starts a kubelet; it does nothing but in its steps. */
  public static Kubelet start(
      KubeletConfig config, ApiAccess access, FeatureSet features, Timers timers) {
    return new Kubelet(config, access, features, timers);
  }

  @Override
  public String name() {
    return "kubelet@" + config.node();
  }

  /** Says whether a plugin of the driver is registered. */
  public boolean hasDriver(String driver) {
    return plugins.find(driver).isPresent();
  }

  /**
   * Returns the CDI ids with which a container runs, in the order in which the runtime gets them,
   * or none if it does not run.
   */
  public Optional<List<String>> cdiDevices(Pod pod, String container) {
    return workers.cdiDevices(pod.getMetadata().getUid(), container);
  }

  @Override
  public boolean step() {
    boolean moved = watcher.poll();
    moved |= inbox.drain();
    moved |= pods.drain();
    if (!pods.synced()) {
      return moved;
    }
    if (!synced) {
      synced = true;
      queue.add(new Work.OfStaleClaims());
    }
    // Plugins that are about to register come first, so that pods find them.
    if (watcher.isAsking() && calls.settle()) {
      return true;
    }
    Optional<Work> work = queue.poll();
    if (work.isPresent()) {
      attempt(work.get());
      return true;
    }
    return moved || calls.settle();
  }

  @Override
  public void onReady(Runnable wake) {
    pods.onReady(wake);
    queue.onReady(wake);
    inbox.onReady(wake);
    registry.onChange(wake);
  }

  /** Ends as a killed process does: nothing is unprepared, and pods run on. */
  @Override
  public void close() {
    reconciliation.cancel();
    registry.close();
    pods.close();
    plugins.close();
  }

  private void changed(Change<Pod> change) {
    Pod pod = change.object();
    queue.add(new Work.OfPod(ObjectKey.of(pod), pod.getMetadata().getUid()));
  }

  private void attempt(Work work) {
    try {
      perform(work);
      queue.forget(work);
    } catch (ApiException refused) {
      queue.retry(work);
    }
  }

  private void perform(Work work) {
    if (work instanceof Work.OfPod ofPod) {
      Optional<Pod> pod =
          pods.get(ofPod.pod()).filter(known -> known.getMetadata().getUid().equals(ofPod.uid()));
      pod.ifPresentOrElse(known -> workers.sync(ofPod, known), () -> workers.forget(ofPod));
    } else if (work instanceof Work.OfNode) {
      node.register(timers.instant());
    } else if (work instanceof Work.OfSlices slices) {
      wipe(slices.driver());
    } else if (work instanceof Work.OfStaleClaims) {
      releaseStaleClaims();
    }
  }

  private void releaseStaleClaims() {
    Set<String> active = new HashSet<>();
    pods.all().forEach(pod -> active.add(pod.getMetadata().getUid()));
    claims.inactive(active).forEach(workers::release);
  }

  private void wipe(String driver) {
    String selector =
        "spec.nodeName=" + config.node() + (driver.isEmpty() ? "" : ",spec.driver=" + driver);
    List<ResourceSlice> slices =
        access.writes().list(ResourceSlice.class, "", FeedOptions.byField(selector));
    for (ResourceSlice slice : slices) {
      try {
        access
            .writes()
            .delete(ResourceSlice.class, "", slice.getMetadata().getName(), new DeleteOptions());
      } catch (ApiException refused) {
        if (!refused.isNotFound()) {
          throw refused;
        }
      }
    }
  }

  private Timers.Alarm reconcileLater() {
    return timers.at(
        timers.instant().plus(RECONCILE_PERIOD),
        () ->
            inbox.put(
                () -> {
                  queue.add(new Work.OfStaleClaims());
                  reconciliation = reconcileLater();
                }));
  }
}
