package io.github.dratestkit.features.steps;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pods: who uses which claim, and what becomes of them. */
public final class PodSteps {

  /** How a pod calls the claim that it gets from a template. */
  static final String ENTRY = "devices";

  private static final String IMAGE = "registry.example/workload:1";

  private final World world;

  /** Made by Cucumber. */
  public PodSteps(World world) {
    this.world = world;
  }

  /** A pod with one container that uses claims. */
  @When("a pod {string} uses claim(s) {names}")
  public void usesClaims(String name, List<String> claims) {
    create(name, List.of("main"), claims.stream().map(PodSteps::byName).toList());
  }

  /** Returns a pod that uses a claim. */
  static Pod withClaim(World world, String name, String claim) {
    return pod(world, name, List.of("main"), List.of(byName(claim)));
  }

  /** Returns a pod that gets a claim from a template. */
  static Pod withTemplate(World world, String name, String template) {
    return pod(world, name, List.of("main"), List.of(byTemplate(template)));
  }

  /** A pod that asks for whole devices of an extended resource, as before there were claims. */
  @When("a pod {string} asks for {int} of the resource {string}")
  public void asksForResource(String name, int count, String resource) {
    world.act(
        () ->
            world.create(
                new PodBuilder(pod(world, name, List.of("main"), List.of()))
                    .editSpec()
                    .editFirstContainer()
                    .withNewResources()
                    .addToLimits(resource, new Quantity(String.valueOf(count)))
                    .endResources()
                    .endContainer()
                    .endSpec()
                    .build()));
  }

  /** A pod without claims that asks for so many processors, and is more or less important. */
  @When("a pod {string} of priority {string} asks for {int} cpu")
  public void asksForCpu(String name, String priority, int cpu) {
    world.act(
        () -> world.create(important(priority, cpu, pod(world, name, List.of("main"), List.of()))));
  }

  /** A pod that uses a claim and asks for so many processors, and is more or less important. */
  @When("a pod {string} of priority {string} asks for {int} cpu and uses claim {string}")
  public void asksForCpuAndClaim(String name, String priority, int cpu, String claim) {
    world.act(() -> world.create(important(priority, cpu, withClaim(world, name, claim))));
  }

  private static Pod important(String priority, int cpu, Pod pod) {
    return new PodBuilder(pod)
        .editSpec()
        .withPriorityClassName(priority)
        .editFirstContainer()
        .editOrNewResources()
        .addToRequests("cpu", new Quantity(String.valueOf(cpu)))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  /** A pod with one container that gets its own claim from a template. */
  @When("a pod {string} uses template {string}")
  public void usesTemplate(String name, String template) {
    create(name, List.of("main"), List.of(byTemplate(template)));
  }

  /** Several containers of one pod use the same devices. */
  @When("a pod {string} whose containers {names} share claim {string}")
  public void containersShare(String name, List<String> containers, String claim) {
    create(name, containers, List.of(byName(claim)));
  }

  /** A pod that needs no device. */
  @When("a pod {string} without claims")
  public void withoutClaims(String name) {
    create(name, List.of("main"), List.of());
  }

  /** A pod with a template of its own that asks for some devices of a class. */
  @When("a pod {string} asks for {int} device(s) of class {string}")
  public void asksFor(String name, int count, String deviceClass) {
    world.act(
        () -> {
          world.create(
              new ResourceClaimTemplateBuilder()
                  .withNewMetadata()
                  .withName(name + "-devices")
                  .withNamespace(world.namespace())
                  .endMetadata()
                  .withNewSpec()
                  .withNewSpec()
                  .withNewDevices()
                  .addNewRequest()
                  .withName("device")
                  .withNewExactly()
                  .withDeviceClassName(deviceClass)
                  .withCount((long) count)
                  .endExactly()
                  .endRequest()
                  .endDevices()
                  .endSpec()
                  .endSpec()
                  .build());
          world.create(pod(world, name, List.of("main"), List.of(byTemplate(name + "-devices"))));
        });
  }

  /** Somebody deletes a pod. */
  @When("pod {string} is deleted")
  public void delete(String name) {
    world.act(
        () -> {
          world.account("pods", world.namespace(), name);
          world.client().pods().inNamespace(world.namespace()).withName(name).delete();
        });
  }

  /** A pod is placed on a node and its containers run. */
  @Then("pod {string} runs on node {string}")
  public void runsOn(String name, String node) {
    world.eventually(
        () -> {
          Pod pod = require(name);
          String actual = pod.getSpec().getNodeName();
          String phase = pod.getStatus().getPhase();
          return node.equals(actual) && "Running".equals(phase)
              ? Optional.empty()
              : Optional.of("pod " + name + " is " + phase + " on " + actual + waiting(pod));
        });
    world.account(require(name));
  }

  /** A pod is placed on some node and its containers run. */
  @Then("pod(s) {names} run(s)")
  public void run(List<String> names) {
    for (String name : names) {
      world.eventually(
          () -> {
            Pod pod = require(name);
            return "Running".equals(pod.getStatus().getPhase())
                ? Optional.empty()
                : Optional.of("pod " + name + " is " + pod.getStatus().getPhase() + waiting(pod));
          });
      world.account(require(name));
    }
  }

  /** A pod is on a node, and its containers have not started. */
  @Then("pod {string} is bound to node {string} but does not start")
  public void boundOnly(String name, String node) {
    world.eventually(
        () -> {
          Pod pod = require(name);
          return node.equals(pod.getSpec().getNodeName())
                  && "Pending".equals(pod.getStatus().getPhase())
              ? Optional.empty()
              : Optional.of(
                  "pod "
                      + name
                      + " is "
                      + pod.getStatus().getPhase()
                      + " on "
                      + pod.getSpec().getNodeName());
        });
    world.account(require(name));
  }

  /** A pod cannot be placed; the scheduler's words contain a text. */
  @Then("pod {string} waits and says {string}")
  public void waits(String name, String text) {
    world.eventually(
        () -> {
          Pod pod = require(name);
          String message = condition(pod).map(PodCondition::getMessage).orElse("");
          boolean unschedulable =
              condition(pod).map(PodCondition::getReason).orElse("").equals("Unschedulable");
          return unschedulable && message.contains(text)
              ? Optional.empty()
              : Optional.of(
                  "pod "
                      + name
                      + " is "
                      + pod.getStatus().getPhase()
                      + " and says \""
                      + message
                      + "\"");
        });
    world.account(require(name));
  }

  /** A pod waits and nobody has tried to place it: something it names is not there yet. */
  @Then("pod {string} is not even tried")
  public void notTried(String name) {
    world.target().settle();
    world.eventually(
        () ->
            condition(require(name))
                .map(condition -> "pod " + name + " was tried: " + condition.getMessage()));
    world.account(require(name));
  }

  /** A pod no longer exists. */
  @Then("pod {string} is gone")
  public void gone(String name) {
    world.eventually(() -> find(name).map(pod -> "pod " + name + " still exists"));
    world.account("pods", world.namespace(), name);
  }

  private void create(String name, List<String> containers, List<PodResourceClaim> claims) {
    world.act(() -> world.create(pod(world, name, containers, claims)));
  }

  private static Pod pod(
      World world, String name, List<String> containers, List<PodResourceClaim> claims) {
    List<Container> built = new ArrayList<>();
    for (String container : containers) {
      ContainerBuilder builder = new ContainerBuilder().withName(container).withImage(IMAGE);
      builder
          .withNewResources()
          .addAllToClaims(
              claims.stream()
                  .map(
                      claim ->
                          new io.fabric8.kubernetes.api.model.ResourceClaim(claim.getName(), null))
                  .toList())
          .endResources();
      built.add(builder.build());
    }
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(world.namespace())
        .endMetadata()
        .withNewSpec()
        .withContainers(built)
        .withResourceClaims(claims)
        .withTerminationGracePeriodSeconds(0L)
        .endSpec()
        .build();
  }

  private static PodResourceClaim byName(String claim) {
    return new PodResourceClaimBuilder().withName(claim).withResourceClaimName(claim).build();
  }

  private static PodResourceClaim byTemplate(String template) {
    return new PodResourceClaimBuilder()
        .withName(ENTRY)
        .withResourceClaimTemplateName(template)
        .build();
  }

  private Optional<Pod> find(String name) {
    return Optional.ofNullable(
        world.client().pods().inNamespace(world.namespace()).withName(name).get());
  }

  private Pod require(String name) {
    return find(name).orElseThrow(() -> new AssertionError("pod " + name + " does not exist"));
  }

  private static Optional<PodCondition> condition(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals("PodScheduled"))
        .findFirst();
  }

  private static String waiting(Pod pod) {
    return condition(pod)
        .map(PodCondition::getMessage)
        .filter(message -> !message.isEmpty())
        .map(message -> " and says \"" + message + "\"")
        .orElse("");
  }
}
