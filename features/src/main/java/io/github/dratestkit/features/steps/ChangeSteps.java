package io.github.dratestkit.features.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.java.After;
import io.cucumber.java.Before;
import io.cucumber.java.Scenario;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.github.dratestkit.features.target.Ability;
import io.github.dratestkit.features.target.Needs;

/** The frame of every scenario: a clean start, a clean end, and nothing that nobody mentioned. */
public final class ChangeSteps {

  private final World world;

  /** Made by Cucumber. */
  public ChangeSteps(World world) {
    this.world = world;
  }

  /** A scenario starts with nothing left of the one before. */
  @Before(order = 0)
  public void begin(Scenario scenario) {
    world.target().begin(Needs.ofTags(scenario.getSourceTagNames()));
  }

  /** A scenario leaves nothing, and no refusal unread. */
  @After(order = 0)
  public void end() {
    try {
      world.failOnUnexpectedRefusal();
    } finally {
      world.target().end();
    }
  }

  /** The server is replaced by one without a feature; what was stored is still there. */
  @Given("the feature gate {string} is switched off")
  public void switchOff(String gate) {
    world.target().require(Ability.SWITCH_GATES);
    world.act(() -> world.target().switchOff(gate));
  }

  /** Holds when every change since the last action was made by it or asserted since. */
  @Then("nothing else changed")
  public void nothingElseChanged() {
    world.target().settle();
    assertThat(world.unaccountedChanges()).as("changes that no step mentioned").isEmpty();
  }

  /** Holds when the last action changed nothing at all. */
  @Then("nothing changed")
  public void nothingChanged() {
    nothingElseChanged();
  }
}
