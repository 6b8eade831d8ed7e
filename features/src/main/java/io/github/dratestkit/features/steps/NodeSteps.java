package io.github.dratestkit.features.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.drivers.hardware.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Nodes, their hardware and their kubelets. */
public final class NodeSteps {

  private final World world;
  private final Nodes nodes;
  private final Claims claims;

  /** Made by Cucumber. */
  public NodeSteps(World world, Nodes nodes) {
    this.world = world;
    this.nodes = nodes;
    this.claims = new Claims(world);
  }

  /** The processes of the nodes end before the target is cleaned up. */
  @After(order = 1)
  public void end() {
    nodes.end();
  }

  /** A node without devices. */
  @Given("a node {string}")
  public void node(String name) {
    world.act(() -> nodes.join(name, List.of(), UnaryOperator.identity()));
  }

  /** A node with devices: models of the zoo, each as NAME or NAME:COUNT. */
  @Given("a node {string} with hardware {names}")
  public void nodeWith(String name, List<String> hardware) {
    join(name, hardware, UnaryOperator.identity());
  }

  /** The same as an action. */
  @When("a node {string} with hardware {names} joins")
  public void nodeJoins(String name, List<String> hardware) {
    nodeWith(name, hardware);
  }

  /** A node whose pool is spread over more slices than it needs. */
  @Given("a node {string} with hardware {string} published in {int} slices")
  public void nodeWithSlices(String name, String hardware, int slices) {
    join(name, List.of(hardware), pool -> pool.spreadOver(slices));
  }

  /** A node is switched off and removed. */
  @When("node {string} leaves")
  public void leaves(String name) {
    world.act(() -> nodes.leave(name));
  }

  /** Somebody cordons a node. */
  @Given("node {string} is cordoned")
  public void cordon(String name) {
    world.act(
        () -> {
          world.account("nodes", "", name);
          world
              .client()
              .nodes()
              .withName(name)
              .edit(
                  node -> {
                    node.getSpec().setUnschedulable(true);
                    return node;
                  });
        });
  }

  /** Somebody says where a node stands. */
  @Given("node {string} has the label {string} with {string}")
  public void label(String name, String key, String value) {
    world.act(
        () -> {
          world.account("nodes", "", name);
          world
              .client()
              .nodes()
              .withName(name)
              .edit(
                  node -> {
                    node.getMetadata().getLabels().put(key, value);
                    return node;
                  });
        });
  }

  /** The kubelet's process is replaced by a new one. */
  @When("the kubelet of node {string} restarts")
  public void kubeletRestarts(String name) {
    world.act(
        () -> {
          nodes.get(name).stopKubelet();
          nodes.get(name).startKubelet();
        });
  }

  /** The kubelet's process ends. */
  @Given("the kubelet of node {string} stops")
  public void kubeletStops(String name) {
    world.act(() -> nodes.get(name).stopKubelet());
  }

  /** The kubelet's process begins. */
  @When("the kubelet of node {string} starts")
  public void kubeletStarts(String name) {
    world.act(() -> nodes.get(name).startKubelet());
  }

  /** What the kubelet has asked the node's first driver, in order; columns: call, claim. */
  @Then("the driver of node {string} was asked to")
  public void wasAsked(String name, DataTable rows) {
    List<List<String>> expected = rows.rows(1).cells();
    world.eventually(
        () -> {
          List<List<String>> actual = new ArrayList<>();
          nodes
              .get(name)
              .calls()
              .forEach(
                  call ->
                      actual.add(
                          List.of(
                              call.kind().name().toLowerCase(Locale.ROOT), call.claim().name())));
          return actual.equals(expected)
              ? java.util.Optional.empty()
              : java.util.Optional.of("the driver was asked " + actual + ", not " + expected);
        });
  }

  /** Containers run with the devices of a claim, and each of them with all. */
  @Then("container(s) {names} of pod {string} see the devices of {claim}")
  public void containersSee(List<String> containers, String podName, ClaimName claim) {
    Pod pod = world.client().pods().inNamespace(world.namespace()).withName(podName).get();
    ResourceClaim found =
        claims.find(claim).orElseThrow(() -> new AssertionError(claim + " does not exist"));
    for (String container : containers) {
      assertThat(nodes.get(pod.getSpec().getNodeName()).cdiDevices(pod, container))
          .as("devices of container %s", container)
          .hasSize(Claims.results(found).size())
          .allSatisfy(id -> assertThat(id).contains(found.getMetadata().getUid()));
    }
  }

  private void join(
      String name,
      List<String> hardware,
      UnaryOperator<io.github.dratestkit.drivers.publish.Pool> change) {
    world.act(() -> nodes.join(name, hardware.stream().map(Hardware::parse).toList(), change));
  }
}
