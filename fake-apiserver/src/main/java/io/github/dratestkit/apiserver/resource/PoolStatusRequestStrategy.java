package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Requests for the status of pools: the spec never changes, the status is written once. */
final class PoolStatusRequestStrategy implements Strategy {

  /** Conditions are limited by a declared rule. */
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final FeatureSet features;
  private final DeclaredCheck check;

  PoolStatusRequestStrategy(FeatureSet features) {
    this.features = features;
    this.check = DeclaredCheck.of(features, DeclaredSlices.POOL_STATUS_REQUEST);
  }

  @Override
  public String hubVersion() {
    return "v1alpha3";
  }

  @Override
  public void applyDefaults(ObjectNode request, String version, WriteContext context) {
    Defaults.poolStatusRequest(request);
  }

  @Override
  public void prepareForCreate(ObjectNode request, WriteContext context) {
    request.remove("status");
    if (!features.enabled("DRAPartitionableDevicesType")) {
      Tree.child(request, "spec").remove("defaultPartitionTypeAttribute");
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode request, ObjectNode old, WriteContext context) {
    if (!features.enabled("DRAPartitionableDevicesType")
        && !Tree.has(old.path("spec"), "defaultPartitionTypeAttribute")) {
      Tree.child(request, "spec").remove("defaultPartitionTypeAttribute");
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode request, WriteContext context) {
    return check.created(request, context.requestVersion(), Findings.none());
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode request, ObjectNode old, WriteContext context) {
    return check.updated(request, old, context.requestVersion(), Findings.none());
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode request, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    if (Tree.has(old, "status")) {
      if (!SemanticEquality.same(request.path("status"), old.path("status"))) {
        findings.invalid("status", "", "is written once and then never changes");
      }
    } else {
      ConditionRules.check(request.path("status"), NO_LIMIT, "status", findings);
    }
    return check.updated(request, old, context.requestVersion(), findings);
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
