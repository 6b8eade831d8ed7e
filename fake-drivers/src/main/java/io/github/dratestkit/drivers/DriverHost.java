package io.github.dratestkit.drivers;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.WorkQueue;
import io.github.dratestkit.drivers.grpc.registration.RegistrationStatus;
import io.github.dratestkit.drivers.publish.DroppedFields;
import io.github.dratestkit.drivers.publish.InvalidPoolException;
import io.github.dratestkit.drivers.publish.Publisher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes a kubelet plugin of a {@link Driver}: serves the sockets that a kubelet looks for, in every
 * version of the protocol, and keeps the driver's slices published. It is one process of the
 * driver: closing it is its end, a new one its restart.
 *
 * <p>Slices that somebody else has changed or removed are repaired 30 seconds later, as by the
 * helper library of real drivers.
 */
public final class DriverHost implements Loop {

  /** How long the helper of real drivers lets others' changes rest before it repairs them. */
  public static final Duration REPAIR_DELAY = Duration.ofSeconds(30);

  private enum Work {
    PUBLISH
  }

  private final Driver driver;
  private final String node;
  private final ApiAccess access;
  private final Timers timers;
  private final ClaimCalls calls;
  private final Optional<HealthStreams> health;
  private final PluginSockets sockets;
  private final WorkQueue<Work> queue;
  private final Informer<ResourceSlice> slices;
  private Runnable wake = () -> {};
  private Optional<String> problem = Optional.empty();
  private List<DroppedFields> dropped = List.of();

  private DriverHost(
      Driver driver, String node, Path kubeletDirectory, ApiAccess access, Timers timers) {
    this.driver = driver;
    this.node = node;
    this.access = access;
    this.timers = timers;
    this.calls = new ClaimCalls(driver, access.writes());
    this.health = driver.health().map(this::statement).map(HealthStreams::new);
    this.sockets = PluginSockets.open(driver.name(), kubeletDirectory, calls, health);
    this.queue = new WorkQueue<>(timers);
    this.slices =
        new Informer<>(
            access.feed(
                ResourceSlice.class,
                FeedOptions.byField(
                    "spec.driver=%s,spec.nodeName=%s".formatted(driver.name(), node))),
            change -> queue.addAfter(Work.PUBLISH, REPAIR_DELAY));
    queue.add(Work.PUBLISH);
  }

  /**
   * Starts a driver on a node. The sockets are there when this returns; the slices come with the
   * next steps.
   *
   * @param kubeletDirectory what is {@code /var/lib/kubelet} on a real node
   * @throws IllegalArgumentException if the path of a socket is too long
   */
  public static DriverHost start(
      Driver driver, String node, Path kubeletDirectory, ApiAccess access, Timers timers) {
    return new DriverHost(driver, node, kubeletDirectory, access, timers);
  }

  @Override
  public String name() {
    return driver.name() + "@" + node;
  }

  /** Returns the driver. */
  public Driver driver() {
    return driver;
  }

  /** Returns what the kubelet has asked so far, in order. */
  public List<DriverCall> calls() {
    return calls.calls();
  }

  /** Says whether a kubelet has taken the plugin. */
  public boolean isRegistered() {
    return sockets.status().filter(RegistrationStatus::getPluginRegistered).isPresent();
  }

  /** Returns why the last publication failed, if it did. */
  public Optional<String> problem() {
    return problem;
  }

  /** Returns what the server has dropped from the last publication. */
  public List<DroppedFields> dropped() {
    return dropped;
  }

  /** Publishes what the driver has now, with the next step. */
  public void republish() {
    queue.add(Work.PUBLISH);
    wake.run();
  }

  /** Sends what the driver says of its devices' health to everybody who watches it. */
  public void tellHealth() {
    health.ifPresent(streams -> driver.health().map(this::statement).ifPresent(streams::send));
  }

  @Override
  public boolean step() {
    boolean moved = slices.drain();
    if (queue.poll().isEmpty()) {
      return moved;
    }
    publish();
    return true;
  }

  @Override
  public void onReady(Runnable newWake) {
    wake = newWake;
    slices.onReady(newWake);
    queue.onReady(newWake);
  }

  @Override
  public void close() {
    slices.close();
    sockets.close();
  }

  private void publish() {
    try {
      dropped = Publisher.onNode(access.writes(), driver.name(), node).publish(driver.pools());
      problem = Optional.empty();
      queue.forget(Work.PUBLISH);
    } catch (InvalidPoolException invalid) {
      // The same pools would be invalid again.
      problem = Optional.ofNullable(invalid.getMessage());
    } catch (ApiException refused) {
      problem = Optional.ofNullable(refused.getMessage());
      queue.retry(Work.PUBLISH);
    }
  }

  private HealthStreams.Statement statement(List<DeviceHealth> devices) {
    return new HealthStreams.Statement(devices, timers.instant());
  }
}
