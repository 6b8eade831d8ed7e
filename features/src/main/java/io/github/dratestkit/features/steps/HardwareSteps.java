package io.github.dratestkit.features.steps;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.drivers.hardware.Offer;
import io.github.dratestkit.features.target.HardwareUnderTest;
import io.github.dratestkit.features.target.NotApplicableException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The hardware that a user brings: what must hold whatever it is. */
public final class HardwareSteps {

  private static final String PLACE = "under-test";
  private static final String CLASS_PREFIX = "under-test-";
  private static final int MAXIMUM_RESULTS = 32;

  private final World world;
  private final Nodes nodes;

  /** Made by Cucumber. */
  public HardwareSteps(World world, Nodes nodes) {
    this.world = world;
    this.nodes = nodes;
  }

  /** Nodes with the hardware, and a class for each of its drivers. */
  @Given("the hardware under test")
  public void hardware() {
    world.act(
        () -> {
          nodes.join(PLACE, HardwareUnderTest.current(), UnaryOperator.identity());
          drivers().forEach(this::createClass);
        });
  }

  /** Each device that the hardware has is published in a pool that is complete. */
  @Then("all of its devices are published in whole pools")
  public void published() {
    world.eventually(
        () -> {
          Set<String> missing = new TreeSet<>();
          for (Offer offer : offers()) {
            offer
                .pools()
                .forEach(
                    pool ->
                        pool.devices()
                            .forEach(
                                device ->
                                    missing.add(
                                        offer.driver()
                                            + "/"
                                            + pool.name()
                                            + "/"
                                            + device.getName())));
          }
          for (ResourceSlice slice :
              world.client().resources(ResourceSlice.class).list().getItems()) {
            slice
                .getSpec()
                .getDevices()
                .forEach(
                    device ->
                        missing.remove(
                            slice.getSpec().getDriver()
                                + "/"
                                + slice.getSpec().getPool().getName()
                                + "/"
                                + device.getName()));
          }
          return missing.isEmpty()
              ? Optional.empty()
              : Optional.of("not published: " + String.join(", ", missing));
        });
  }

  /** A pod with one request for each driver. */
  @When("a pod {string} asks for one device of each of its drivers")
  public void oneOfEach(String pod) {
    Set<String> onOneNode = driversOf(offers().get(0).node());
    create(
        pod,
        onOneNode.stream()
            .map(driver -> request(driver, new ExactDeviceRequestBuilder().withCount(1L)))
            .toList());
  }

  /** A pod that wants everything the first driver has on a node. */
  @When("a pod {string} asks for all devices of its first driver")
  public void all(String pod) {
    Offer first = offers().get(0);
    List<Device> devices = new ArrayList<>();
    first.pools().forEach(pool -> devices.addAll(pool.devices()));
    requireIndependent(first, devices);
    create(
        pod,
        List.of(
            request(first.driver(), new ExactDeviceRequestBuilder().withAllocationMode("All"))));
  }

  /** A pod with a selector that is false of every device. */
  @When("a pod {string} asks for a device that none of its drivers has")
  public void impossible(String pod) {
    create(
        pod,
        List.of(
            request(
                offers().get(0).driver(),
                new ExactDeviceRequestBuilder()
                    .withCount(1L)
                    .addNewSelector()
                    .withNewCel()
                    .withExpression("device.driver == \"nobody.example.com\"")
                    .endCel()
                    .endSelector())));
  }

  private static void requireIndependent(Offer offer, List<Device> devices) {
    if (devices.size() > MAXIMUM_RESULTS) {
      throw new NotApplicableException(
          offer.node()
              + " has "
              + devices.size()
              + " devices of "
              + offer.driver()
              + "; a claim can have at most "
              + MAXIMUM_RESULTS);
    }
    for (Device device : devices) {
      if (!device.getConsumesCounters().isEmpty()) {
        throw new NotApplicableException(
            "device "
                + device.getName()
                + " draws on the counters of others: they exclude each"
                + " other");
      }
      if (!device.getTaints().isEmpty()) {
        throw new NotApplicableException("device " + device.getName() + " is tainted");
      }
    }
  }

  private void createClass(String driver) {
    world.create(
        new DeviceClassBuilder()
            .withNewMetadata()
            .withName(CLASS_PREFIX + driver)
            .endMetadata()
            .withNewSpec()
            .addNewSelector()
            .withNewCel()
            .withExpression("device.driver == \"" + driver + "\"")
            .endCel()
            .endSelector()
            .endSpec()
            .build());
  }

  private static DeviceRequest request(String driver, ExactDeviceRequestBuilder request) {
    return new DeviceRequestBuilder()
        .withName("of-" + driver.replaceAll("[^a-z0-9]", "-"))
        .withExactly(request.withDeviceClassName(CLASS_PREFIX + driver).build())
        .build();
  }

  private void create(String name, List<DeviceRequest> requests) {
    world.act(
        () -> {
          world.create(
              new ResourceClaimBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .withNamespace(world.namespace())
                  .endMetadata()
                  .withNewSpec()
                  .withNewDevices()
                  .withRequests(requests)
                  .endDevices()
                  .endSpec()
                  .build());
          world.create(
              new PodBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .withNamespace(world.namespace())
                  .endMetadata()
                  .withNewSpec()
                  .withTerminationGracePeriodSeconds(0L)
                  .addNewResourceClaim()
                  .withName("devices")
                  .withResourceClaimName(name)
                  .endResourceClaim()
                  .addNewContainer()
                  .withName("main")
                  .withImage("registry.example/workload:1")
                  .withNewResources()
                  .addNewClaim("devices", null)
                  .endResources()
                  .endContainer()
                  .endSpec()
                  .build());
        });
  }

  private static Set<String> drivers() {
    Set<String> drivers = new LinkedHashSet<>();
    offers().forEach(offer -> drivers.add(offer.driver()));
    return drivers;
  }

  private static Set<String> driversOf(String node) {
    Set<String> drivers = new LinkedHashSet<>();
    offers().stream()
        .filter(offer -> offer.node().equals(node))
        .forEach(offer -> drivers.add(offer.driver()));
    return drivers;
  }

  private static List<Offer> offers() {
    List<Offer> offers = new ArrayList<>();
    for (Hardware hardware : HardwareUnderTest.current()) {
      hardware.offers(PLACE).stream().filter(Offer::isOnNode).forEach(offers::add);
    }
    if (offers.isEmpty()) {
      throw new NotApplicableException("no device of this hardware belongs to a node");
    }
    return offers;
  }
}
