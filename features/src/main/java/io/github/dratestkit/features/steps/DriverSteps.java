package io.github.dratestkit.features.steps;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.List;

/** What drivers do while the cluster runs: change, fail, die and come back. */
public final class DriverSteps {

  private final World world;
  private final Nodes nodes;

  /** Made by Cucumber. */
  public DriverSteps(World world, Nodes nodes) {
    this.world = world;
    this.nodes = nodes;
  }

  /** A driver is killed while it replaces its pool by a new generation. */
  @Given("the driver of node {string} dies after slice {int} of its next generation")
  public void diesDuringPublication(String node, int slice) {
    world.act(() -> nodes.get(node).dieDuringPublication(slice));
  }

  /** A driver's process begins again. */
  @When("the driver of node {string} restarts")
  public void restarts(String node) {
    world.act(
        () -> {
          nodes.get(node).stopDriver();
          nodes.get(node).startDriver();
        });
  }

  /** A driver publishes a new generation in which one device has given way to another. */
  @Given("the driver of node {string} replaces device {string} by {string} in generation {long}")
  public void replaces(String node, String old, String replacement, long generation) {
    world.act(
        () ->
            nodes
                .get(node)
                .change(
                    pool ->
                        pool.withEachDevice(
                                device ->
                                    device.getName().equals(old)
                                        ? new DeviceBuilder(device).withName(replacement).build()
                                        : device)
                            .withGeneration(generation)));
  }

  /** A driver moves on and forgets to remove a slice of before. */
  @Given(
      "the driver of node {string} publishes generation {long} and leaves a slice of generation"
          + " {long} with device {string} behind")
  public void leavesBehind(String node, long generation, long old, String device) {
    world.act(
        () -> {
          nodes.get(node).change(pool -> pool.withGeneration(generation));
          ResourceSlice like =
              world.client().resources(ResourceSlice.class).list().getItems().stream()
                  .filter(slice -> node.equals(slice.getSpec().getNodeName()))
                  .findFirst()
                  .orElseThrow(() -> new AssertionError("node " + node + " has no slice"));
          world.create(
              new ResourceSliceBuilder()
                  .withNewMetadata()
                  .withName("left-behind")
                  .endMetadata()
                  .withNewSpecLike(like.getSpec())
                  .editPool()
                  .withGeneration(old)
                  .endPool()
                  .withDevices(List.of(named(like.getSpec().getDevices().get(0), device)))
                  .endSpec()
                  .build());
        });
  }

  /** A driver marks a device, so that only requests that tolerate it get it. */
  @Given("the driver of node {string} taints device {string} with {string} {word}")
  public void taints(String node, String device, String key, String effect) {
    world.act(
        () ->
            nodes
                .get(node)
                .change(
                    pool ->
                        pool.withEachDevice(
                            candidate ->
                                candidate.getName().equals(device)
                                    ? new DeviceBuilder(candidate)
                                        .addNewTaint()
                                        .withKey(key)
                                        .withEffect(effect)
                                        .endTaint()
                                        .build()
                                    : candidate)));
  }

  /** A driver cannot prepare anything. */
  @Given("the driver of node {string} answers prepare with {string}")
  public void refuses(String node, String reason) {
    world.act(() -> nodes.get(node).refusePreparation(reason));
  }

  /** A driver can prepare again. */
  @When("the driver of node {string} is repaired")
  public void repaired(String node) {
    world.act(() -> nodes.get(node).repair());
  }

  private static Device named(Device device, String name) {
    return new DeviceBuilder(device).withName(name).build();
  }
}
