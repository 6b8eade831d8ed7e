package io.github.dratestkit.features.steps;

import io.cucumber.java.en.Given;

/** The namespace in which a scenario plays, and what it allows. */
public final class NamespaceSteps {

  private final World world;

  /** Made by Cucumber. */
  public NamespaceSteps(World world) {
    this.world = world;
  }

  /** Somebody labels the namespace. */
  @Given("the namespace has the label {string} with {string}")
  public void label(String key, String value) {
    world.act(
        () -> {
          world.account("namespaces", "", world.namespace());
          world
              .client()
              .namespaces()
              .withName(world.namespace())
              .edit(
                  namespace -> {
                    namespace.getMetadata().getLabels().put(key, value);
                    return namespace;
                  });
        });
  }
}
