package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.apiserver.connect.ContainerLogs;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.features.target.Target;
import io.github.dratestkit.fleet.Fleet;
import io.github.dratestkit.fleet.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The nodes of one scenario, shared by all its steps. */
public final class Nodes {

  private final World world;
  private final Map<String, RunningNode> nodes = new LinkedHashMap<>();
  private @Nullable Path directory;
  private int joins;

  /** Made by Cucumber. */
  public Nodes(World world) {
    this.world = world;
  }

  /** Starts nodes with hardware; each pool is first changed as the scenario wants it. */
  void join(String place, List<Hardware> hardware, UnaryOperator<Pool> change) {
    Fleet fleet = fleet();
    hardware.forEach(item -> item.deviceClasses().forEach(this::ensure));
    List<SimulatedNode> machines =
        hardware.isEmpty() ? List.of(bare(place)) : fleet.machines(place, hardware);
    for (SimulatedNode machine : machines) {
      RunningNode node = new RunningNode(world.target(), machine);
      nodes.put(machine.name(), node);
      node.startKubelet();
      // A kubelet wipes the slices of its node when it starts: what is published before is lost.
      node.awaitRegistration();
      account(machine.name());
    }
    fleet.publishForCluster(place, hardware);
    world.client().resources(ResourceSlice.class).list().getItems().stream()
        .filter(slice -> slice.getSpec().getNodeName() == null)
        .filter(slice -> slice.getSpec().getPool().getName().equals(place))
        .forEach(
            slice -> {
              world.account(slice);
              world.target().created(slice);
            });
    machines.forEach(machine -> get(machine.name()).startDrivers(change));
  }

  /** Returns a node of the scenario. */
  RunningNode get(String name) {
    return Optional.ofNullable(nodes.get(name))
        .orElseThrow(() -> new AssertionError("the scenario has no node " + name));
  }

  /** Takes a node away: its processes and its object. */
  void leave(String name) {
    get(name).stop();
    world.account("nodes", "", name);
    world.client().nodes().withName(name).delete();
    nodes.remove(name);
  }

  /** Forgets everything and cleans up the files of the nodes. */
  void end() {
    nodes.values().forEach(RunningNode::stop);
    nodes.clear();
    Path left = directory;
    if (left != null) {
      delete(left);
    }
  }

  private SimulatedNode bare(String name) {
    Target target = world.target();
    return new SimulatedNode(
        name,
        Map.of(),
        root().resolve(name),
        target.access(),
        target.features(),
        target.timers(),
        new ContainerLogs());
  }

  // Each join has a folder of its own, with a short path: a socket's name may have 107 bytes.
  private Fleet fleet() {
    Target target = world.target();
    return new Fleet(
        root().resolve(Integer.toString(joins++)),
        target.access(),
        target.features(),
        target.timers());
  }

  private void account(String name) {
    Node node = world.client().nodes().withName(name).get();
    world.account(node);
    world.target().created(node);
  }

  private void ensure(DeviceClass deviceClass) {
    if (world.client().resource(deviceClass).get() == null) {
      world.create(deviceClass);
    }
  }

  private Path root() {
    if (directory == null) {
      try {
        directory = Files.createTempDirectory("dra");
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return directory;
  }

  private static void delete(Path path) {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
