package io.github.dratestkit.drivers.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.ControlPlane;
import io.github.dratestkit.controlplane.run.Stepper;
import io.github.dratestkit.drivers.Driver;
import io.github.dratestkit.drivers.DriverHost;
import io.github.dratestkit.drivers.SimulatedDriver;
import io.github.dratestkit.drivers.cdi.CdiDirectory;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.drivers.hardware.Offer;
import io.github.dratestkit.drivers.kubelet.Kubelet;
import io.github.dratestkit.drivers.kubelet.KubeletConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server with its control plane, one node with a kubelet and a driver, and virtual time. */
public final class Laboratory implements AutoCloseable {

  /** The node. */
  public static final String NODE = "n1";

  private final VirtualTimers timers = new VirtualTimers(Instant.parse("2026-01-01T00:00:00Z"));
  private final FakeApiServer server;
  private final ApiAccess api;
  private final Stepper stepper;
  private final Path directory;
  private final Hardware hardware;
  private Kubelet kubelet;
  private DriverHost host;

  /** Starts everything and lets it come to rest. */
  public Laboratory(String model, int count) {
    this(Hardware.named(model, count));
  }

  private Laboratory(Hardware hardware) {
    this.hardware = hardware;
    this.server =
        FakeApiServer.start(
            ClusterConfig.builder(KubernetesVersion.parse("1.37")).timers(timers).seed(1).build());
    this.api = ApiAccess.of(server.handler());
    this.stepper =
        new Stepper(
            ControlPlane.loops(api, server.features(), timers, ControlPlane.names()), timers, 1);
    // Short enough for the path of a socket.
    this.directory = temporaryDirectory();
    startKubelet();
    settle();
    startDriver(simulatedDriver());
    hardware.deviceClasses().forEach(deviceClass -> api.writes().create(deviceClass));
    settle();
  }

  /** Returns the API. */
  public ApiAccess api() {
    return api;
  }

  /** Returns the kubelet. */
  public Kubelet kubelet() {
    return kubelet;
  }

  /** Returns the process of the driver. */
  public DriverHost host() {
    return host;
  }

  /** Returns where the driver writes its specifications. */
  public CdiDirectory cdi() {
    return new CdiDirectory(directory.resolve("cdi"));
  }

  /** Returns the directory of the kubelet. */
  public Path directory() {
    return directory;
  }

  /** Returns a driver for the hardware. */
  public SimulatedDriver simulatedDriver() {
    Offer offer = hardware.offers(NODE).get(0);
    return new SimulatedDriver(offer.driver(), offer.pools(), cdi());
  }

  /** Returns what a pod of the namespace default has written, as the server reads it out. */
  public String log(String pod, String query) {
    ApiRequest request = ApiRequest.of("GET", "/api/v1/namespaces/default/pods/" + pod + "/log");
    if (!query.isEmpty()) {
      for (String parameter : query.substring(1).split("&", -1)) {
        String[] parts = parameter.split("=", 2);
        request = request.withParameter(parts[0], parts[1]);
      }
    }
    ApiResponse.Complete answer = (ApiResponse.Complete) server.handler().handle(request);
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  /** Starts the kubelet. */
  public void startKubelet() {
    kubelet =
        Kubelet.start(
            KubeletConfig.of(NODE, directory)
                .withPatience(Duration.ofSeconds(5))
                .withLogs(server.containerLogs()),
            api,
            server.features(),
            timers);
    stepper.add(kubelet);
  }

  /** Kills the kubelet. */
  public void stopKubelet() {
    stepper.remove(kubelet.name());
  }

  /** Starts a driver. */
  public void startDriver(Driver driver) {
    host = DriverHost.start(driver, NODE, directory, api, timers);
    stepper.add(host);
  }

  /** Kills the driver. */
  public void stopDriver() {
    stepper.remove(host.name());
  }

  /** Lets everything come to rest. */
  public void settle() {
    stepper.settle();
  }

  /** Moves time. */
  public void advance(Duration duration) {
    stepper.advance(duration);
  }

  /** Creates a claim for one device of a class. */
  public void claim(String name, String deviceClass) {
    api.writes()
        .create(
            new ResourceClaimBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withNewDevices()
                .withRequests(
                    new DeviceRequestBuilder()
                        .withName("gpu")
                        .withNewExactly()
                        .withDeviceClassName(deviceClass)
                        .endExactly()
                        .build())
                .endDevices()
                .endSpec()
                .build());
  }

  /** Creates a pod with one container that uses a claim. */
  public void pod(String name, String claim, Map<String, String> annotations) {
    api.writes()
        .create(
            new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .withAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy(annotations.isEmpty() ? "Always" : "Never")
                .addNewResourceClaim()
                .withName("devices")
                .withResourceClaimName(claim)
                .endResourceClaim()
                .withContainers(
                    new ContainerBuilder()
                        .withName("main")
                        .withImage("example.com/job:1")
                        .withNewResources()
                        .addNewClaim()
                        .withName("devices")
                        .endClaim()
                        .endResources()
                        .build())
                .endSpec()
                .build());
  }

  /** Returns a pod, if it is there. */
  public Optional<Pod> find(String name) {
    return api.writes().get(Pod.class, "default", name);
  }

  /** Returns the phase of a pod. */
  public String phase(String name) {
    return find(name).orElseThrow().getStatus().getPhase();
  }

  /** Deletes a pod with its grace. */
  public void delete(String name) {
    api.writes().delete(Pod.class, "default", name, new DeleteOptions());
  }

  /** Returns a claim. */
  public ResourceClaim claim(String name) {
    return api.writes().get(ResourceClaim.class, "default", name).orElseThrow();
  }

  /** Returns all slices. */
  public List<ResourceSlice> slices() {
    return api.writes().list(ResourceSlice.class, "", FeedOptions.ALL);
  }

  /** Returns what the driver was asked, such as {@code PREPARE default/training}. */
  public List<String> calls() {
    List<String> calls = new ArrayList<>();
    host.calls().forEach(call -> calls.add(call.kind() + " " + call.claim()));
    return calls;
  }

  @Override
  public void close() {
    stepper.close();
    server.close();
    assertThat(directory.resolve("plugins_registry")).isEmptyDirectory();
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("dra");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
