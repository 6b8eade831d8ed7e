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
import java.util.stream.Stream;

/** The simulated nodes of {@code serve}: kubelets and drivers, each with a thread of its own. */
final class ServedFleet implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(10);

  private final List<Runner> runners;
  private final Path directory;

  private ServedFleet(List<Runner> runners, Path directory) {
    this.runners = runners;
    this.directory = directory;
  }

  /**
   * Starts nodes that all have the same hardware.
   *
   * @param nodes how many; each is called node-1, node-2 and so on
   * @param logs where containers write
   */
  static ServedFleet start(
      List<Hardware> hardware,
      int nodes,
      ApiAccess access,
      FeatureSet features,
      Timers timers,
      ContainerLogs logs) {
    Path directory = temporaryDirectory();
    Fleet fleet = new Fleet(directory, access, features, timers, logs);
    List<SimulatedNode> machines = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      machines.addAll(fleet.machines("node-" + i, hardware));
    }
    fleet.createClasses(hardware);
    List<Loop> kubelets = new ArrayList<>();
    machines.forEach(machine -> kubelets.add(machine.startKubelet()));
    List<Runner> runners = new ArrayList<>();
    runners.add(Runner.start(kubelets));
    machines.forEach(machine -> awaitNode(access, timers, machine.name()));
    List<Loop> drivers = new ArrayList<>();
    for (SimulatedNode machine : machines) {
      machine.drivers().forEach(driver -> drivers.add(machine.startDriver(driver)));
    }
    runners.add(Runner.start(drivers));
    return new ServedFleet(runners, directory);
  }

  @Override
  public void close() {
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
  private static void awaitNode(ApiAccess access, Timers timers, String name) {
    Instant end = timers.instant().plus(PATIENCE);
    while (access.writes().get(Node.class, "", name).isEmpty()) {
      if (timers.instant().isAfter(end)) {
        throw new IllegalStateException("the kubelet of node " + name + " does not register");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("dra");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
