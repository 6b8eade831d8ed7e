package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Resource slices. */
final class SliceStrategy implements Strategy {

  private static final String NODE = "spec.nodeName";
  private static final String DRIVER = "spec.driver";
  private static final String POOL = "spec.pool.name";

  private final DisabledSliceFields disabled;
  private final SliceRules rules;
  private final DeclaredCheck check;

  SliceStrategy(FeatureSet features) {
    this.disabled = new DisabledSliceFields(features);
    this.rules = new SliceRules(features);
    this.check =
        DeclaredCheck.of(features, DeclaredSlices.SLICE)
            .withFirstBeta(DeclaredSlices.SLICE_OF_BASIC_DEVICES, FirstBeta::sliceFromHub);
  }

  @Override
  public void applyDefaults(ObjectNode slice, String version, WriteContext context) {
    Defaults.slice(slice, version, context.now());
  }

  @Override
  public void toHub(ObjectNode slice, String version) {
    if (version.equals(FirstBeta.VERSION)) {
      FirstBeta.sliceToHub(slice);
    }
  }

  @Override
  public void fromHub(ObjectNode slice, String version) {
    if (version.equals(FirstBeta.VERSION)) {
      FirstBeta.sliceFromHub(slice);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode slice, WriteContext context) {
    Generations.start(slice);
    disabled.drop(Tree.child(slice, "spec"), MissingNode.getInstance());
  }

  /** The generation counts what was asked for, disabled fields included. */
  @Override
  public void prepareForUpdate(ObjectNode slice, ObjectNode old, WriteContext context) {
    Generations.count(slice, old);
    disabled.drop(Tree.child(slice, "spec"), old.path("spec"));
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode slice, WriteContext context) {
    Findings findings = Findings.none();
    rules.check(slice.path("spec"), MissingNode.getInstance(), "spec", findings);
    return check.created(slice, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode slice, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    rules.check(slice.path("spec"), old.path("spec"), "spec", findings);
    return check.updated(slice, old, context.requestVersion(), findings);
  }

  @Override
  public Optional<String> refusal(ObjectNode slice, WriteContext context) {
    return DeclaredFeatures.refusal(slice, context);
  }

  @Override
  public List<String> warnings(ObjectNode slice, WriteContext context) {
    String driver = Tree.text(slice.path("spec"), "driver");
    return driver.equals(driver.toLowerCase(Locale.ROOT))
        ? List.of()
        : List.of(
            "spec.driver: driver names should be lowercase; \""
                + driver
                + "\" contains uppercase characters");
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  @Override
  public boolean managesGeneration() {
    return true;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode slice) {
    JsonNode spec = slice.path("spec");
    return Map.of(
        NODE, Tree.text(spec, "nodeName"),
        DRIVER, Tree.text(spec, "driver"),
        POOL, Tree.text(spec.path("pool"), "name"));
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of(NODE, DRIVER, POOL);
  }
}
