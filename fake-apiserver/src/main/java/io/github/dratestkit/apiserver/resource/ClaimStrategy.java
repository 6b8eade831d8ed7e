package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Resource claims: the spec never changes, the status has rules of its own. */
final class ClaimStrategy implements Strategy {

  private final FeatureSet features;
  private final DisabledClaimFields disabled;
  private final ClaimRules rules;
  private final DeclaredCheck check;

  ClaimStrategy(FeatureSet features, ExpressionRules expressions) {
    this.features = features;
    this.disabled = new DisabledClaimFields(features);
    this.rules = new ClaimRules(features, expressions);
    this.check =
        DeclaredCheck.of(features, DeclaredClaims.CLAIM)
            .withFirstBeta(
                DeclaredClaims.FLAT_CLAIM, claim -> FirstBeta.claimSpecFromHub(claim.path("spec")));
  }

  @Override
  public void applyDefaults(ObjectNode claim, String version, WriteContext context) {
    Defaults.claimSpec(claim.path("spec"), version);
    Defaults.claimStatus(claim.path("status"));
  }

  @Override
  public void toHub(ObjectNode claim, String version) {
    if (version.equals(FirstBeta.VERSION)) {
      FirstBeta.claimSpecToHub(claim.path("spec"));
    }
  }

  @Override
  public void fromHub(ObjectNode claim, String version) {
    if (version.equals(FirstBeta.VERSION)) {
      FirstBeta.claimSpecFromHub(claim.path("spec"));
    }
  }

  @Override
  public void prepareForCreate(ObjectNode claim, WriteContext context) {
    claim.remove("status");
    disabled.dropFromSpec(claim.path("spec"), MissingNode.getInstance());
  }

  @Override
  public void prepareForUpdate(ObjectNode claim, ObjectNode old, WriteContext context) {
    disabled.dropFromSpec(claim.path("spec"), old.path("spec"));
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode claim, ObjectNode old, WriteContext context) {
    disabled.dropFromStatus(claim, old);
    if (features.enabled("DRAResourceClaimDeviceStatus")
        || !Tree.items(old.path("status"), "devices").isEmpty()) {
      dropDeallocatedDevices(claim, old);
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode claim, WriteContext context) {
    Findings findings = Findings.none();
    if (features.enabled("DRAAdminAccess")) {
      String namespace = Tree.text(claim.path("metadata"), "namespace");
      AdminAccess.ofRequests(claim.path("spec"), namespace, context, findings);
    }
    rules.check(claim.path("spec"), "spec", findings);
    return check.created(claim, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode claim, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    ClaimRules.immutable(claim.path("spec"), old.path("spec"), findings.alsoDeclared());
    return check.updated(claim, old, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode claim, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    if (features.enabled("DRAAdminAccess")) {
      AdminAccess.ofResults(claim, old, context, findings);
    }
    if (features.enabled("DRAResourceClaimGranularStatusAuthorization")) {
      StatusAuthority.check(claim, old, context, findings);
    }
    ClaimStatusRules.check(claim, old, findings);
    return check.updated(claim, old, context.requestVersion(), findings);
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  /** Drops the statuses of devices that were allocated and no longer are. */
  private static void dropDeallocatedDevices(ObjectNode claim, ObjectNode old) {
    if (!(claim.path("status") instanceof ObjectNode status)
        || !(status.path("devices") instanceof ArrayNode devices)) {
      return;
    }
    Set<AllocatedDevice> gone = AllocatedDevice.allIn(old.path("status"));
    gone.removeAll(AllocatedDevice.allIn(status));
    devices.removeIf(device -> gone.contains(AllocatedDevice.of(device)));
    if (devices.isEmpty()) {
      status.remove("devices");
    }
  }
}
