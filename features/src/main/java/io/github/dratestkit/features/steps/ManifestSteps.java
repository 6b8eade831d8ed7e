package io.github.dratestkit.features.steps;

import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Objects as YAML: in the scenario when they are short, as a named fixture when they are not. */
public final class ManifestSteps {

  private final World world;

  /** Made by Cucumber. */
  public ManifestSteps(World world) {
    this.world = world;
  }

  /** Somebody creates the object of the document string. */
  @When("this is created")
  public void create(String yaml) {
    world.act(() -> world.create(parse(yaml)));
  }

  /** Somebody creates the object of a file under {@code fixtures}. */
  @When("the fixture {string} is created")
  public void createFixture(String name) {
    create(read("/fixtures/" + name + ".yaml"));
  }

  /** Somebody replaces an object with the one of the document string. */
  @When("this replaces it")
  public void replace(String yaml) {
    world.act(
        () -> {
          GenericKubernetesResource object = parse(yaml);
          world.account(object);
          world.client().resource((HasMetadata) object).update();
        });
  }

  private GenericKubernetesResource parse(String yaml) {
    GenericKubernetesResource object =
        Serialization.unmarshal(
            new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)),
            GenericKubernetesResource.class);
    if (world.isNamespaced(object.getKind())) {
      object.getMetadata().setNamespace(world.namespace());
    }
    return object;
  }

  private static String read(String path) {
    try (InputStream stream = ManifestSteps.class.getResourceAsStream(path)) {
      return new String(
          Objects.requireNonNull(stream, path + " does not exist").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
