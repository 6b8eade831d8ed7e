package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.drivers.DriverCall;
import io.github.dratestkit.drivers.DriverHost;
import io.github.dratestkit.drivers.SimulatedDriver;
import io.github.dratestkit.drivers.cdi.CdiDirectory;
import io.github.dratestkit.drivers.kubelet.Kubelet;
import io.github.dratestkit.drivers.kubelet.KubeletConfig;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.drivers.publish.Publication;
import io.github.dratestkit.drivers.publish.Publisher;
import io.github.dratestkit.features.target.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One node of a scenario: a fake kubelet and the simulated drivers beside it, each of which can be
 * stopped and started like a process.
 */
final class SimulatedNode {

  private final Target target;
  private final String name;
  private final Path directory;
  private final Map<String, RunningDriver> drivers = new LinkedHashMap<>();
  private @Nullable Kubelet kubelet;
  private Target.@Nullable Handle kubeletHandle;

  SimulatedNode(Target target, String name, Path directory) {
    this.target = target;
    this.name = name;
    this.directory = directory;
  }

  String name() {
    return name;
  }

  void startKubelet() {
    Kubelet started =
        Kubelet.start(
            KubeletConfig.of(name, directory), target.access(), target.features(), target.timers());
    kubelet = started;
    kubeletHandle = target.run(started);
  }

  /** Waits until every driver of the node is known to the kubelet and has published. */
  void awaitReady() {
    drivers.keySet().forEach(this::awaitDriver);
  }

  /** Waits until the kubelet has registered the node and is at rest. */
  void awaitRegistration() {
    target.eventually(
        () ->
            target.client().nodes().withName(name).get() == null
                ? Optional.of("node " + name + " is not registered")
                : Optional.empty());
    target.settle();
  }

  void stopKubelet() {
    if (kubeletHandle != null) {
      kubeletHandle.close();
      kubeletHandle = null;
      kubelet = null;
    }
  }

  void startDriver(String driver, List<Pool> pools) {
    SimulatedDriver simulated =
        new SimulatedDriver(driver, pools, new CdiDirectory(directory.resolve("cdi")));
    RunningDriver running = new RunningDriver(simulated, new UnwillingDriver(simulated));
    drivers.put(driver, running);
    running.start();
  }

  /** Says whether the driver of a name runs here. */
  boolean hasDriver(String driver) {
    return drivers.containsKey(driver);
  }

  /** Ends the process of the node's first driver. */
  void stopDriver() {
    first().stop();
  }

  /** Starts the process of the node's first driver again. */
  void startDriver() {
    first().start();
    awaitDriver(first().simulated.name());
  }

  void stop() {
    drivers.values().forEach(RunningDriver::stop);
    stopKubelet();
  }

  /** Changes what the first driver has, and has it published. */
  void change(UnaryOperator<Pool> change) {
    RunningDriver driver = first();
    driver.simulated.setPools(driver.simulated.pools().stream().map(change).toList());
    driver.republish();
    target.eventually(driver::problem);
  }

  /** Publishes the first writes of the next generation, as a driver does that dies then. */
  void dieDuringPublication(int writes) {
    RunningDriver driver = first();
    driver.stop();
    long next = generation(driver.simulated.name()) + 1;
    List<Pool> pools =
        driver.simulated.pools().stream().map(pool -> pool.withGeneration(next)).toList();
    Publication publication =
        Publisher.onNode(target.access().writes(), driver.simulated.name(), name).begin(pools);
    for (int i = 0; i < writes; i++) {
      publication.step();
    }
  }

  /** Makes the first driver refuse to prepare anything, with a reason. */
  void refusePreparation(String reason) {
    first().unwilling.refuse(reason);
  }

  /** Makes the first driver work again. */
  void repair() {
    first().unwilling.comply();
  }

  /** Returns what the kubelet has asked the first driver, in order. */
  List<DriverCall> calls() {
    return first().calls();
  }

  /** Returns the CDI ids with which a container of a pod runs. */
  List<String> cdiDevices(Pod pod, String container) {
    return kubelet == null ? List.of() : kubelet.cdiDevices(pod, container).orElse(List.of());
  }

  private void awaitDriver(String driver) {
    target.eventually(
        () -> {
          if (kubelet == null || !kubelet.hasDriver(driver)) {
            return Optional.of("driver " + driver + " is not registered on node " + name);
          }
          return published(driver).isEmpty()
              ? Optional.of("driver " + driver + " has published nothing for node " + name)
              : Optional.empty();
        });
  }

  private long generation(String driver) {
    return published(driver).stream()
        .mapToLong(slice -> slice.getSpec().getPool().getGeneration())
        .max()
        .orElse(0);
  }

  private List<ResourceSlice> published(String driver) {
    return target.client().resources(ResourceSlice.class).list().getItems().stream()
        .filter(slice -> slice.getSpec().getDriver().equals(driver))
        .filter(slice -> name.equals(slice.getSpec().getNodeName()))
        .toList();
  }

  private RunningDriver first() {
    return drivers.values().stream()
        .findFirst()
        .orElseThrow(() -> new AssertionError("node " + name + " has no driver"));
  }

  /** A driver and the process it runs in, if it runs. */
  private final class RunningDriver {

    private final SimulatedDriver simulated;
    private final UnwillingDriver unwilling;
    private final List<DriverCall> earlierCalls = new ArrayList<>();
    private @Nullable DriverHost host;
    private Target.@Nullable Handle handle;

    RunningDriver(SimulatedDriver simulated, UnwillingDriver unwilling) {
      this.simulated = simulated;
      this.unwilling = unwilling;
    }

    void start() {
      DriverHost started =
          DriverHost.start(unwilling, name, directory, target.access(), target.timers());
      host = started;
      handle = target.run(started);
    }

    void stop() {
      if (handle != null && host != null) {
        earlierCalls.addAll(host.calls());
        handle.close();
        handle = null;
        host = null;
      }
    }

    void republish() {
      if (host != null) {
        host.republish();
      }
    }

    /** Returns why what the driver has is not what is published, if it is not. */
    Optional<String> problem() {
      target.settle();
      if (host != null && host.problem().isPresent()) {
        return host.problem();
      }
      Set<String> wanted = new TreeSet<>();
      simulated
          .pools()
          .forEach(pool -> pool.devices().forEach(device -> wanted.add(device.getName())));
      Set<String> actual = new TreeSet<>();
      long newest = generation(simulated.name());
      published(simulated.name()).stream()
          .filter(slice -> slice.getSpec().getPool().getGeneration() == newest)
          .forEach(
              slice ->
                  slice.getSpec().getDevices().forEach(device -> actual.add(device.getName())));
      return wanted.equals(actual)
          ? Optional.empty()
          : Optional.of(
              "driver " + simulated.name() + " has " + wanted + ", published is " + actual);
    }

    List<DriverCall> calls() {
      List<DriverCall> calls = new ArrayList<>(earlierCalls);
      if (host != null) {
        calls.addAll(host.calls());
      }
      return calls;
    }
  }
}
