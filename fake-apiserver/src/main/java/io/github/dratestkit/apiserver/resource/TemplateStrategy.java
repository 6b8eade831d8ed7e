package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Templates of claims: like a claim's spec, with metadata; an update is checked as if new. */
final class TemplateStrategy implements Strategy {

  private static final Set<String> METADATA = Set.of("labels", "annotations");

  private final FeatureSet features;
  private final DisabledClaimFields disabled;
  private final ClaimRules rules;
  private final DeclaredCheck check;

  TemplateStrategy(FeatureSet features, ExpressionRules expressions) {
    this.features = features;
    this.disabled = new DisabledClaimFields(features);
    this.rules = new ClaimRules(features, expressions);
    this.check =
        DeclaredCheck.of(features, DeclaredClaims.TEMPLATE)
            .withFirstBeta(
                DeclaredClaims.FLAT_TEMPLATE,
                template -> FirstBeta.claimSpecFromHub(claimSpec(template)));
  }

  @Override
  public void applyDefaults(ObjectNode template, String version, WriteContext context) {
    Defaults.claimSpec(claimSpec(template), version);
  }

  @Override
  public void toHub(ObjectNode template, String version) {
    if (version.equals(FirstBeta.VERSION)) {
      FirstBeta.claimSpecToHub(claimSpec(template));
    }
  }

  @Override
  public void fromHub(ObjectNode template, String version) {
    if (version.equals(FirstBeta.VERSION)) {
      FirstBeta.claimSpecFromHub(claimSpec(template));
    }
  }

  @Override
  public void prepareForCreate(ObjectNode template, WriteContext context) {
    disabled.dropFromSpec(claimSpec(template), MissingNode.getInstance());
  }

  @Override
  public void prepareForUpdate(ObjectNode template, ObjectNode old, WriteContext context) {
    disabled.dropFromSpec(claimSpec(template), claimSpec(old));
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode template, WriteContext context) {
    Findings findings = Findings.none();
    if (features.enabled("DRAAdminAccess")) {
      String namespace = Tree.text(template.path("metadata"), "namespace");
      AdminAccess.ofRequests(claimSpec(template), namespace, context, findings);
    }
    rules(template, findings);
    return check.created(template, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateUpdate(
      ObjectNode template, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    rules(template, findings);
    ClaimRules.immutable(template.path("spec"), old.path("spec"), findings);
    return check.updated(template, old, context.requestVersion(), findings);
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  private void rules(ObjectNode template, Findings findings) {
    JsonNode metadata = template.path("spec").path("metadata");
    String path = "spec.metadata";
    MetadataRules.annotations(metadata.path("annotations"), path + ".annotations")
        .forEach(findings::add);
    MetadataRules.labels(metadata.path("labels"), path + ".labels").forEach(findings::add);
    for (String field : metadata.propertyNames()) {
      if (!METADATA.contains(field) && Tree.has(metadata, field)) {
        findings.add(
            FieldError.forbidden(
                Path.child(path, field), "a claim takes only labels and annotations from here"));
      }
    }
    rules.check(claimSpec(template), "spec.spec", findings);
  }

  private static JsonNode claimSpec(JsonNode template) {
    return template.path("spec").path("spec");
  }
}
