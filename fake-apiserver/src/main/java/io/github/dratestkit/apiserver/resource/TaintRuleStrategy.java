package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Device taint rules. */
final class TaintRuleStrategy implements Strategy {

  private final DeclaredCheck check;

  TaintRuleStrategy(FeatureSet features) {
    this.check = DeclaredCheck.of(features, DeclaredSlices.TAINT_RULE);
  }

  @Override
  public void applyDefaults(ObjectNode rule, String version, WriteContext context) {
    Defaults.taintRule(rule, context.now());
  }

  @Override
  public void prepareForCreate(ObjectNode rule, WriteContext context) {
    rule.remove("status");
    Generations.start(rule);
  }

  /** Another effect begins to count now, unless the client says since when. */
  @Override
  public void prepareForUpdate(ObjectNode rule, ObjectNode old, WriteContext context) {
    ObjectNode taint = Tree.child(Tree.child(rule, "spec"), "taint");
    var before = old.path("spec").path("taint");
    boolean otherEffect = !Tree.text(taint, "effect").equals(Tree.text(before, "effect"));
    if (otherEffect && Tree.text(taint, "timeAdded").equals(Tree.text(before, "timeAdded"))) {
      taint.put("timeAdded", context.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
    Generations.count(rule, old);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode rule, WriteContext context) {
    Findings findings = Findings.none();
    TaintRuleRules.check(rule.path("spec"), MissingNode.getInstance(), "spec", findings);
    return check.created(rule, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode rule, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    TaintRuleRules.check(rule.path("spec"), old.path("spec"), "spec", findings);
    return check.updated(rule, old, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode rule, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    ConditionRules.check(rule.path("status"), TaintRuleRules.CONDITIONS_LIMIT, "status", findings);
    return findings.errors();
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return !requestVersion.equals("v1");
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return !requestVersion.equals("v1");
  }

  @Override
  public boolean managesGeneration() {
    return true;
  }
}
