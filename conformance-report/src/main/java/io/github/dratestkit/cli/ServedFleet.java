package io.github.dratestkit.cli;

import io.fabric8.kubernetes.api.model.Node;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.connect.ContainerLogs;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.run.Runner;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.fleet.Fleet;
import io.github.dratestkit.fleet.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The simulated nodes of {@code serve}: kubelets and drivers, each with a thread of its own. */
final class ServedFleet implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(10);

  private final Path directory = temporaryDirectory();
  private final ApiAccess access;
  private final Timers timers;
  private final Fleet fleet;
  private final List<Runner> runners = new ArrayList<>();
  private boolean closed;

  /**
   * Creates a fleet without nodes, which may be closed at any time, also while it starts.
   *
   * @param logs where containers write
   */
  ServedFleet(ApiAccess access, FeatureSet features, Timers timers, ContainerLogs logs) {
    this.access = access;
    this.timers = timers;
    this.fleet = new Fleet(directory, access, features, timers, logs);
  }

  /**
   * Starts nodes that all have the same hardware.
   *
   * @param nodes how many; each is called node-1, node-2 and so on
   */
  void start(List<Hardware> hardware, int nodes) {
    List<SimulatedNode> machines = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      machines.addAll(fleet.machines("node-" + i, hardware));
    }
    fleet.createClasses(hardware);
    run(machines.stream().map(machine -> (Supplier<Loop>) machine::startKubelet).toList());
    for (SimulatedNode machine : machines) {
      if (!awaitNode(machine.name())) {
        return;
      }
    }
    run(
        machines.stream()
            .flatMap(
                machine ->
                    machine.drivers().stream()
                        .map(driver -> (Supplier<Loop>) () -> machine.startDriver(driver)))
            .toList());
  }

  private synchronized void run(List<Supplier<Loop>> loops) {
    if (!closed) {
      runners.add(Runner.start(loops.stream().map(Supplier::get).toList()));
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    runners.forEach(Runner::close);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  // A kubelet wipes its node's slices when it starts; drivers that come later publish once.
  private boolean awaitNode(String name) {
    Instant end = timers.instant().plus(PATIENCE);
    while (!isClosed() && access.writes().get(Node.class, "", name).isEmpty()) {
      if (timers.instant().isAfter(end)) {
        throw new IllegalStateException("the kubelet of node " + name + " does not register");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    return !isClosed();
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("dra");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
