package io.github.dratestkit.fleet;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.connect.ContainerLogs;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.drivers.hardware.Offer;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.drivers.publish.Publisher;
import io.github.dratestkit.drivers.publish.SliceContent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts hardware into places: for each node one machine with all drivers it needs, the classes by
 * which users ask, and the pools that belong to no node. Hardware that spans nodes has its drivers
 * on each of them.
 */
public final class Fleet {

  private final Path directory;
  private final ApiAccess access;
  private final FeatureSet features;
  private final Timers timers;
  private final ContainerLogs logs;
  private int machines;

  /**
   * Creates an empty fleet.
   *
   * @param directory under which each machine gets a directory of its own, with a short name
   */
  public Fleet(Path directory, ApiAccess access, FeatureSet features, Timers timers) {
    this(directory, access, features, timers, new ContainerLogs());
  }

  /** Creates an empty fleet whose containers write to the logs of a server in this process. */
  public Fleet(
      Path directory, ApiAccess access, FeatureSet features, Timers timers, ContainerLogs logs) {
    this.logs = logs;
    this.directory = directory;
    this.access = access;
    this.features = features;
    this.timers = timers;
  }

  /**
   * Returns the machines that hardware needs at a place, switched off.
   *
   * @param hardware everything that stands there; all of it shares the node of that name
   */
  public List<SimulatedNode> machines(String place, List<Hardware> hardware) {
    Map<String, Map<String, List<Pool>>> nodes = new LinkedHashMap<>();
    for (Hardware one : hardware) {
      List<Offer> offers = one.offers(place);
      for (String node : one.nodes(place)) {
        Map<String, List<Pool>> drivers =
            nodes.computeIfAbsent(node, name -> new LinkedHashMap<>());
        for (Offer offer : offers) {
          List<Pool> pools = drivers.computeIfAbsent(offer.driver(), driver -> new ArrayList<>());
          if (offer.node().equals(node)) {
            pools.addAll(offer.pools());
          }
        }
      }
    }
    List<SimulatedNode> machines = new ArrayList<>();
    nodes.forEach((node, pools) -> machines.add(machine(node, merged(pools))));
    return machines;
  }

  /** Creates the classes of hardware that are not there yet. */
  public void createClasses(List<Hardware> hardware) {
    for (Hardware one : hardware) {
      for (DeviceClass deviceClass : one.deviceClasses()) {
        try {
          access.writes().create(deviceClass);
        } catch (ApiException refused) {
          if (!refused.isConflict()) {
            throw refused;
          }
        }
      }
    }
  }

  /** Publishes the pools of hardware at a place that belong to no node. */
  public void publishForCluster(String place, List<Hardware> hardware) {
    for (Hardware one : hardware) {
      for (Offer offer : one.offers(place)) {
        if (!offer.isOnNode()) {
          Publisher.forCluster(access.writes(), offer.driver()).publish(offer.pools());
        }
      }
    }
  }

  private SimulatedNode machine(String node, Map<String, List<Pool>> pools) {
    Path own = directory.resolve(Integer.toString(machines++));
    return new SimulatedNode(node, pools, own, access, features, timers, logs);
  }

  /** Two pieces of hardware of one driver on one node are one pool of that node. */
  private static Map<String, List<Pool>> merged(Map<String, List<Pool>> drivers) {
    Map<String, List<Pool>> merged = new LinkedHashMap<>();
    drivers.forEach((driver, pools) -> merged.put(driver, mergeNames(pools)));
    return merged;
  }

  private static List<Pool> mergeNames(List<Pool> pools) {
    Map<String, Pool> byName = new LinkedHashMap<>();
    for (Pool pool : pools) {
      byName.merge(pool.name(), pool, Fleet::joined);
    }
    return List.copyOf(byName.values());
  }

  private static Pool joined(Pool first, Pool second) {
    List<SliceContent> slices = new ArrayList<>(first.slices());
    slices.addAll(second.slices());
    return new Pool(first.name(), first.generation(), first.placement(), slices);
  }
}
