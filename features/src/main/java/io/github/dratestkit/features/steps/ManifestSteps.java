package io.github.dratestkit.features.steps;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects as YAML: in the scenario when they are short, as a named fixture when they are not. The
 * last one is "it"; tables of field and value change it and look at it.
 */
public final class ManifestSteps {

  private final World world;
  private ObjectNode it = JsonNodeFactory.instance.objectNode();

  /** Made by Cucumber. */
  public ManifestSteps(World world) {
    this.world = world;
  }

  /** An object as somebody writes it, not created yet. */
  @Given("this object")
  public void write(String yaml) {
    it = ObjectFields.parse(yaml);
  }

  /** Somebody creates the object of the document string. */
  @When("this is created")
  public void create(String yaml) {
    write(yaml);
    create();
  }

  /** Somebody creates the object of a file under {@code fixtures}. */
  @When("the fixture {string} is created")
  public void createFixture(String name) {
    create(read("/fixtures/" + name + ".yaml"));
  }

  /** Somebody creates the object as it is written. */
  @When("it is created")
  public void create() {
    world.act(() -> world.create(resource(it)));
  }

  /** Somebody creates the object with other fields; columns: field, value. */
  @When("it is created with")
  public void createWith(DataTable fields) {
    ObjectFields.set(it, values(fields));
    create();
  }

  /** Somebody creates the object with copies of the one item of a list, each with its own name. */
  @When("it is created with {int} copies of {string}")
  public void createWithCopies(int count, String list) {
    ObjectFields.copy(it, list, count);
    create();
  }

  /** Somebody replaces an object with the one of the document string. */
  @When("this replaces it")
  public void replace(String yaml) {
    write(yaml);
    world.act(() -> put(resource(it), Resource::update));
  }

  /** Somebody reads the object and puts it back with other fields; columns: field, value. */
  @When("it is replaced with")
  public void replaceWith(DataTable fields) {
    world.act(() -> put(changed(fields), Resource::update));
  }

  /** Somebody reads the object and puts it back at its status; columns: field, value. */
  @When("its status is replaced with")
  public void replaceStatusWith(DataTable fields) {
    world.act(() -> put(changed(fields), Resource::updateStatus));
  }

  /** The object is stored with these fields, read in the version it was written in. */
  @Then("it says")
  public void says(DataTable fields) {
    saysIn(it.path("apiVersion").asString().replaceFirst(".*/", ""), fields);
  }

  /** The object has these fields when it is read in some version of the API. */
  @Then("it says in {word}")
  public void saysIn(String version, DataTable fields) {
    Map<String, String> expected = values(fields);
    world.eventually(() -> ObjectFields.difference(stored(version), expected));
    world.account(resource(it));
  }

  private void put(HasMetadata object, Consumer<Resource<HasMetadata>> write) {
    world.account(object);
    write.accept(world.client().resource(object));
  }

  private GenericKubernetesResource changed(DataTable fields) {
    ObjectNode stored = stored(it.path("apiVersion").asString().replaceFirst(".*/", ""));
    ObjectFields.set(stored, values(fields));
    return resource(stored);
  }

  private ObjectNode stored(String version) {
    String group = it.path("apiVersion").asString().replaceFirst("/[^/]*$", "");
    String path =
        world.path(group + "/" + version, it.path("kind").asString())
            + "/"
            + it.path("metadata").path("name").asString();
    return (ObjectNode) JsonMapper.shared().readTree(world.target().read(path));
  }

  private GenericKubernetesResource resource(ObjectNode tree) {
    GenericKubernetesResource object =
        Serialization.unmarshal(tree.toString(), GenericKubernetesResource.class);
    if (world.isNamespaced(object.getKind())) {
      object.getMetadata().setNamespace(world.namespace());
    }
    return object;
  }

  private static Map<String, String> values(DataTable fields) {
    Map<String, String> values = new LinkedHashMap<>();
    for (List<String> row : fields.rows(1).cells()) {
      values.put(row.get(0), row.get(1));
    }
    return values;
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
