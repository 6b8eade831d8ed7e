package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Workloads: templates of pod groups, of which none is added or taken away later
 * (pkg/registry/scheduling/workload, 1.37).
 */
final class WorkloadStrategy implements Strategy {

  private final GroupFields fields;
  private final DeclaredCheck check;

  WorkloadStrategy(FeatureSet features) {
    this.fields = new GroupFields(features);
    this.check = DeclaredCheck.of(features, DeclaredGroups.WORKLOAD);
  }

  @Override
  public String hubVersion() {
    return "v1beta1";
  }

  @Override
  public void prepareForCreate(ObjectNode workload, WriteContext context) {
    fields.dropDisabledOfTemplates(Tree.child(workload, "spec"), workload.objectNode());
  }

  @Override
  public void prepareForUpdate(ObjectNode workload, ObjectNode old, WriteContext context) {
    fields.dropDisabledOfTemplates(Tree.child(workload, "spec"), old.path("spec"));
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode workload, WriteContext context) {
    return check.created(workload, context.requestVersion(), templates(workload));
  }

  @Override
  public List<FieldError> validateUpdate(
      ObjectNode workload, ObjectNode old, WriteContext context) {
    return check.updated(workload, old, context.requestVersion(), templates(workload));
  }

  private static Findings templates(ObjectNode workload) {
    Findings findings = Findings.none();
    TemplateTreeRules.check(workload.path("spec"), findings);
    return findings;
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }
}
