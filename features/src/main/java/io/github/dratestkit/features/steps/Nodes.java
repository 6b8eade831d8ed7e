package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.drivers.hardware.Offer;
import io.github.dratestkit.drivers.publish.Pool;
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
  private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
  private @Nullable Path directory;

  /** Made by Cucumber. */
  public Nodes(World world) {
    this.world = world;
  }

  /** Starts a node with hardware; each pool is first changed as the scenario wants it. */
  void join(String place, List<Hardware> hardware, UnaryOperator<Pool> change) {
    for (Hardware item : hardware) {
      item.deviceClasses().forEach(this::ensure);
      for (Offer offer : item.offers(place)) {
        if (offer.isOnNode()) {
          node(offer.node())
              .startDriver(offer.driver(), offer.pools().stream().map(change).toList());
        }
      }
    }
    if (hardware.isEmpty()) {
      node(place);
    }
    nodes.values().forEach(SimulatedNode::awaitReady);
    nodes.keySet().forEach(this::account);
  }

  /** Returns a node of the scenario. */
  SimulatedNode get(String name) {
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
    nodes.values().forEach(SimulatedNode::stop);
    nodes.clear();
    Path left = directory;
    if (left != null) {
      delete(left);
    }
  }

  private SimulatedNode node(String name) {
    SimulatedNode known = nodes.get(name);
    if (known != null) {
      return known;
    }
    SimulatedNode node = new SimulatedNode(world.target(), name, directoryOf(name));
    nodes.put(name, node);
    node.startKubelet();
    // A kubelet wipes the slices of its node when it starts: what is published before is lost.
    node.awaitRegistration();
    return node;
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

  // A short path: the name of a socket may have 107 bytes.
  private Path directoryOf(String node) {
    try {
      if (directory == null) {
        directory = Files.createTempDirectory("dra");
      }
      return Files.createDirectories(directory.resolve(node));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
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
