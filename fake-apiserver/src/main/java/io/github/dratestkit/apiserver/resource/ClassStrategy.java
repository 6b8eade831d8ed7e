package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Device classes. */
final class ClassStrategy implements Strategy {

  private final FeatureSet features;
  private final ClassRules rules;
  private final DeclaredCheck check;

  ClassStrategy(FeatureSet features, ExpressionRules expressions) {
    this.features = features;
    this.rules = new ClassRules(expressions);
    this.check = DeclaredCheck.of(features, DeclaredClaims.CLASS);
  }

  @Override
  public void prepareForCreate(ObjectNode deviceClass, WriteContext context) {
    Generations.start(deviceClass);
    dropDisabled(deviceClass, MissingNode.getInstance());
  }

  /** Here the generation does not count disabled fields. */
  @Override
  public void prepareForUpdate(ObjectNode deviceClass, ObjectNode old, WriteContext context) {
    dropDisabled(deviceClass, old.path("spec"));
    Generations.count(deviceClass, old);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode deviceClass, WriteContext context) {
    Findings findings = Findings.none();
    rules.check(deviceClass.path("spec"), MissingNode.getInstance(), "spec", findings);
    return check.created(deviceClass, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateUpdate(
      ObjectNode deviceClass, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    rules.check(deviceClass.path("spec"), old.path("spec"), "spec", findings);
    return check.updated(deviceClass, old, context.requestVersion(), findings);
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  @Override
  public NameRule nameRule() {
    return NameRule.DNS_SUBDOMAIN_FROM_ANY_PREFIX;
  }

  @Override
  public boolean managesGeneration() {
    return true;
  }

  private void dropDisabled(ObjectNode deviceClass, JsonNode oldSpec) {
    if (!features.enabled("DRAExtendedResource") && !Tree.has(oldSpec, "extendedResourceName")) {
      Tree.child(deviceClass, "spec").remove("extendedResourceName");
    }
  }
}
