package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.drivers.DriverCall;
import io.github.dratestkit.drivers.DriverHost;
import io.github.dratestkit.drivers.SimulatedDriver;
import io.github.dratestkit.drivers.fault.Fault;
import io.github.dratestkit.drivers.kubelet.Kubelet;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.drivers.publish.Publication;
import io.github.dratestkit.drivers.publish.Publisher;
import io.github.dratestkit.features.target.Target;
import io.github.dratestkit.fleet.SimulatedNode;
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
 * One node of a scenario that is switched on: the processes of a simulated machine, its kubelet and
 * its drivers, each of which can be stopped and started.
 */
final class RunningNode {

  private final Target target;
  private final SimulatedNode machine;
  private final String name;
  private final Map<String, RunningDriver> drivers = new LinkedHashMap<>();
  private @Nullable Kubelet kubelet;
  private Target.@Nullable Handle kubeletHandle;

  RunningNode(Target target, SimulatedNode machine) {
    this.target = target;
    this.machine = machine;
    this.name = machine.name();
  }

  String name() {
    return name;
  }

  void startKubelet() {
    Kubelet started = machine.startKubelet();
    kubelet = started;
    kubeletHandle = target.run(started);
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

  /** Starts every driver of the machine; each pool is first changed as the scenario wants it. */
  void startDrivers(UnaryOperator<Pool> change) {
    for (String driver : machine.drivers()) {
      SimulatedDriver simulated = machine.driver(driver);
      simulated.setPools(simulated.pools().stream().map(change).toList());
      RunningDriver running = new RunningDriver(simulated);
      drivers.put(driver, running);
      running.start();
    }
    drivers.keySet().forEach(this::awaitDriver);
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
    machine.faults(first().simulated.name()).onPrepare(new Fault.Answers(reason));
  }

  /** Makes the first driver work again. */
  void repair() {
    machine.faults(first().simulated.name()).repair();
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
          // What belongs to no node is not published by the driver on it.
          return published(driver).isEmpty() && !machine.driver(driver).pools().isEmpty()
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
    private final List<DriverCall> earlierCalls = new ArrayList<>();
    private @Nullable DriverHost host;
    private Target.@Nullable Handle handle;

    RunningDriver(SimulatedDriver simulated) {
      this.simulated = simulated;
    }

    void start() {
      DriverHost started = machine.startDriver(simulated.name());
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
