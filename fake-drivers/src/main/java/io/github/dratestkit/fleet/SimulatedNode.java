package io.github.dratestkit.fleet;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.connect.ContainerLogs;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.drivers.DriverHost;
import io.github.dratestkit.drivers.SimulatedDriver;
import io.github.dratestkit.drivers.cdi.CdiDirectory;
import io.github.dratestkit.drivers.fault.FaultyDriver;
import io.github.dratestkit.drivers.kubelet.Kubelet;
import io.github.dratestkit.drivers.kubelet.KubeletConfig;
import io.github.dratestkit.drivers.publish.Pool;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A machine: a kubelet and the drivers of its devices, which share a directory. Its parts are
 * processes that can be started, killed and started again; whoever starts one steps it.
 */
public final class SimulatedNode {

  private final String name;
  private final Path directory;
  private final ApiAccess access;
  private final FeatureSet features;
  private final Timers timers;
  private final ContainerLogs logs;
  private final Map<String, FaultyDriver> drivers = new LinkedHashMap<>();
  private final Map<String, SimulatedDriver> simulated = new LinkedHashMap<>();

  /**
   * Creates a machine that is switched off.
   *
   * @param pools what each driver publishes from here, by the driver's name; an empty list for a
   *     driver that only prepares
   * @param directory an own directory with a short path, for sockets have little room for it
   * @param logs where containers write
   */
  public SimulatedNode(
      String name,
      Map<String, List<Pool>> pools,
      Path directory,
      ApiAccess access,
      FeatureSet features,
      Timers timers,
      ContainerLogs logs) {
    this.logs = logs;
    this.name = name;
    this.directory = directory;
    this.access = access;
    this.features = features;
    this.timers = timers;
    pools.forEach(
        (driver, published) -> {
          SimulatedDriver good = new SimulatedDriver(driver, published, cdi());
          simulated.put(driver, good);
          drivers.put(driver, new FaultyDriver(good));
        });
  }

  /** Returns the name of the node. */
  public String name() {
    return name;
  }

  /** Returns the names of the drivers. */
  public Set<String> drivers() {
    return drivers.keySet();
  }

  /** Returns a driver, to change what it publishes or says of its devices' health. */
  public SimulatedDriver driver(String driver) {
    return found(simulated, driver);
  }

  /** Returns the faults of a driver. */
  public FaultyDriver faults(String driver) {
    return found(drivers, driver);
  }

  /** Returns where the drivers write what containers get. */
  public CdiDirectory cdi() {
    return new CdiDirectory(directory.resolve("cdi"));
  }

  /** Starts the kubelet, or starts it again after the one before was closed. */
  public Kubelet startKubelet() {
    return Kubelet.start(
        KubeletConfig.of(name, directory).withLogs(logs), access, features, timers);
  }

  /** Starts a driver, or starts it again after the one before was closed. */
  public DriverHost startDriver(String driver) {
    return DriverHost.start(faults(driver), name, directory, access, timers);
  }

  private <T> T found(Map<String, T> all, String driver) {
    T value = all.get(driver);
    if (value == null) {
      throw new IllegalArgumentException(
          "node %s has no driver \"%s\"; it has %s"
              .formatted(name, driver, String.join(", ", all.keySet())));
    }
    return value;
  }
}
