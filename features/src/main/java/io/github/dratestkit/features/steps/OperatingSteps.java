package io.github.dratestkit.features.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatusBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.github.dratestkit.allocator.audit.Auditor;
import io.github.dratestkit.allocator.audit.CelExpressions;
import io.github.dratestkit.allocator.audit.Violation;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.features.target.Ability;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What operators see and do: priorities, restarts, time, devices made ready, audits. */
public final class OperatingSteps {

  private final World world;
  private final Claims claims;

  /** Made by Cucumber. */
  public OperatingSteps(World world) {
    this.world = world;
    this.claims = new Claims(world);
  }

  /** A priority class. */
  @Given("a priority {string} of {int}")
  public void priority(String name, int value) {
    world.act(
        () ->
            world.create(
                new PriorityClassBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .withValue(value)
                    .build()));
  }

  /** What follows is more than the scheduler of Kubernetes does. */
  @Given("our scheduler decides")
  public void ourScheduler() {
    world.target().require(Ability.EXPLANATION);
  }

  /** What our scheduler says of a pod that it could not place contains a text. */
  @Then("pod {string} is explained by {string}")
  public void explained(String name, String text) {
    world.target().require(Ability.EXPLANATION);
    world.eventually(
        () -> {
          List<String> explanations =
              world.client().v1().events().inNamespace(world.namespace()).list().getItems().stream()
                  .filter(event -> name.equals(event.getInvolvedObject().getName()))
                  .flatMap(event -> event.getMetadata().getAnnotations().values().stream())
                  .toList();
          return explanations.stream().anyMatch(explanation -> explanation.contains(text))
              ? Optional.empty()
              : Optional.of("pod " + name + " is explained by " + explanations);
        });
  }

  /** A loop of the control plane is killed and begins anew. */
  @When("the {string} restarts")
  public void restarts(String loop) {
    world.target().require(Ability.RESTART_CONTROL_PLANE);
    world.act(() -> world.target().restart(loop));
  }

  /** Time passes and nobody does anything. */
  @When("{int} second(s) pass(es)")
  public void pass(int seconds) {
    world.target().require(Ability.VIRTUAL_TIME);
    world.act(() -> world.target().advance(Duration.ofSeconds(seconds)));
  }

  /** A driver tells how far the first device of a claim is. */
  @When("the driver reports {string} of {claim}")
  public void reports(String condition, ClaimName name) {
    world.act(
        () -> {
          ResourceClaim claim =
              claims.find(name).orElseThrow(() -> new AssertionError(name + " does not exist"));
          world.account(claim);
          DeviceRequestAllocationResult first = Claims.results(claim).get(0);
          ResourceClaim reported =
              new ResourceClaimBuilder(claim)
                  .editStatus()
                  .addToDevices(
                      new AllocatedDeviceStatusBuilder()
                          .withDriver(first.getDriver())
                          .withPool(first.getPool())
                          .withDevice(first.getDevice())
                          .withConditions(
                              new ConditionBuilder()
                                  .withType(condition)
                                  .withStatus("True")
                                  .withReason("Reported")
                                  .withMessage("the driver says so")
                                  .withLastTransitionTime("2026-01-01T00:00:00Z")
                                  .build())
                          .build())
                  .endStatus()
                  .build();
          world.client().resource(reported).updateStatus();
        });
  }

  /** An independent check of all claims on a node finds a device that was given away twice. */
  @Then("the auditor finds device {string} of node {string} in two claims")
  public void auditorFinds(String device, String node) {
    Node found = world.client().nodes().withName(node).get();
    Auditor auditor =
        new Auditor(
            world.target().features().allocatorFeatures(),
            AllocatorVariant.INCUBATING,
            new CelExpressions(),
            world.client().resources(ResourceSlice.class).list().getItems(),
            world.client().resources(DeviceClass.class).list().getItems(),
            found);
    List<ResourceClaim> allocated =
        world
            .client()
            .resources(ResourceClaim.class)
            .inNamespace(world.namespace())
            .list()
            .getItems()
            .stream()
            .filter(claim -> Claims.allocation(claim).isPresent())
            .toList();
    Set<Violation> twice =
        Set.copyOf(
            auditor.audit(allocated).stream()
                .filter(violation -> violation.rule() == Violation.Rule.EXCLUSIVE_USE)
                .toList());
    assertThat(twice)
        .as("devices given away twice")
        .isNotEmpty()
        .allSatisfy(violation -> assertThat(violation.toString()).contains(device));
  }
}
