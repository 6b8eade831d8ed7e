package io.github.dratestkit.features.steps;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupFluent;
import java.util.List;
import java.util.Optional;

/** Gangs: pods that are placed together or not at all. */
public final class GangSteps {

  private final World world;

  /** Made by Cucumber. */
  public GangSteps(World world) {
    this.world = world;
  }

  /** A group whose pods are placed only if so many of them can be. */
  @Given("a gang {string} of at least {int} pods")
  public void gang(String name, int least) {
    world.act(() -> world.create(group(name, least).endSpec().build()));
  }

  /** A group whose pods must all be placed in one domain of a topology. */
  @Given("a gang {string} of at least {int} pods within one {string}")
  public void gangWithin(String name, int least, String label) {
    world.act(
        () ->
            world.create(
                group(name, least)
                    .withNewSchedulingConstraints()
                    .addNewTopology()
                    .withKey(label)
                    .endTopology()
                    .endSchedulingConstraints()
                    .endSpec()
                    .build()));
  }

  /** A group that gets one claim from a template for all of its pods. */
  @Given("a gang {string} of at least {int} pods that shares template {string}")
  public void gangWithClaim(String name, int least, String template) {
    world.act(
        () ->
            world.create(
                group(name, least)
                    .addNewResourceClaim()
                    .withName(PodSteps.ENTRY)
                    .withResourceClaimTemplateName(template)
                    .endResourceClaim()
                    .endSpec()
                    .build()));
  }

  /** Pods of a group that name a template. */
  @When("pods {names} of gang {string} use template {string}")
  public void useTemplate(List<String> pods, String gang, String template) {
    create(pods, gang, name -> PodSteps.withTemplate(world, name, template));
  }

  /** Pods of a group that use one claim. */
  @When("pods {names} of gang {string} use claim {string}")
  public void useClaim(List<String> pods, String gang, String claim) {
    create(pods, gang, name -> PodSteps.withClaim(world, name, claim));
  }

  /** The scheduler has placed a gang once. */
  @Then("gang {string} is placed")
  public void placed(String name) {
    world.eventually(
        () ->
            condition(name).map(Condition::getStatus).orElse("").equals("True")
                ? Optional.empty()
                : Optional.of("gang " + name + " is not placed: " + message(name)));
    world.account(require(name));
  }

  /** A gang cannot be placed; the scheduler's words contain a text. */
  @Then("gang {string} waits and says {string}")
  public void waits(String name, String text) {
    world.eventually(
        () ->
            condition(name).map(Condition::getStatus).orElse("").equals("False")
                    && message(name).contains(text)
                ? Optional.empty()
                : Optional.of("gang " + name + " says \"" + message(name) + "\""));
    world.account(require(name));
  }

  /** Somebody deletes a gang. */
  @When("gang {string} is deleted")
  public void delete(String name) {
    world.act(
        () -> {
          world.account(require(name));
          world.client().resource(require(name)).delete();
        });
  }

  private interface Made {
    Pod of(String name);
  }

  private void create(List<String> pods, String gang, Made made) {
    world.act(
        () -> {
          world.account(require(gang));
          for (String name : pods) {
            world.create(
                new PodBuilder(made.of(name))
                    .editSpec()
                    .withNewSchedulingGroup()
                    .withPodGroupName(gang)
                    .endSchedulingGroup()
                    .endSpec()
                    .build());
          }
        });
  }

  private PodGroupFluent<PodGroupBuilder>.SpecNested<PodGroupBuilder> group(
      String name, int least) {
    return new PodGroupBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(world.namespace())
        .endMetadata()
        .withNewSpec()
        .withNewSchedulingPolicy()
        .withNewGang(least)
        .endSchedulingPolicy();
  }

  private String message(String name) {
    return condition(name).map(Condition::getMessage).orElse("");
  }

  private Optional<Condition> condition(String name) {
    PodGroup group = require(name);
    return group.getStatus() == null
        ? Optional.empty()
        : group.getStatus().getConditions().stream()
            .filter(condition -> condition.getType().equals("PodGroupInitiallyScheduled"))
            .findFirst();
  }

  private PodGroup require(String name) {
    return Optional.ofNullable(
            world
                .client()
                .resources(PodGroup.class)
                .inNamespace(world.namespace())
                .withName(name)
                .get())
        .orElseThrow(() -> new AssertionError("gang " + name + " does not exist"));
  }
}
