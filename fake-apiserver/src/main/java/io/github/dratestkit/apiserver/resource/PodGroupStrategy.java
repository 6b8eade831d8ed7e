package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Groups of pods, and groups of such groups: protected by a finalizer from their creation until
 * their pods have ended, disrupted pod by pod unless they say otherwise, and without a generation
 * (pkg/registry/scheduling/podgroup and compositepodgroup, 1.37).
 */
final class PodGroupStrategy implements Strategy {

  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final String PROTECTION = "scheduling.k8s.io/podgroup-protection";

  private final GroupFields fields;
  private final DeclaredCheck check;
  private final String hubVersion;

  private PodGroupStrategy(GroupFields fields, DeclaredCheck check, String hubVersion) {
    this.fields = fields;
    this.check = check;
    this.hubVersion = hubVersion;
  }

  /** Returns the strategy of PodGroup. */
  static PodGroupStrategy ofPods(FeatureSet features) {
    return new PodGroupStrategy(
        new GroupFields(features), DeclaredCheck.of(features, DeclaredGroups.POD_GROUP), "v1beta1");
  }

  /** Returns the strategy of CompositePodGroup. */
  static PodGroupStrategy ofGroups(FeatureSet features) {
    return new PodGroupStrategy(
        new GroupFields(features),
        DeclaredCheck.of(features, DeclaredGroups.COMPOSITE_POD_GROUP),
        "v1alpha3");
  }

  @Override
  public String hubVersion() {
    return hubVersion;
  }

  @Override
  public void applyDefaults(ObjectNode group, String version, WriteContext context) {
    if (!Tree.has(group.path("spec"), "disruptionMode")) {
      Tree.child(Tree.child(group, "spec"), "disruptionMode").putObject("single");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode group, WriteContext context) {
    group.putObject("status");
    fields.dropDisabled(Tree.child(group, "spec"), group.objectNode());
    if (hubVersion.equals("v1beta1")) {
      protect(Tree.child(group, "metadata"));
    }
  }

  private static void protect(ObjectNode metadata) {
    if (!Tree.texts(metadata, "finalizers").contains(PROTECTION)) {
      ArrayNode finalizers =
          metadata.get("finalizers") instanceof ArrayNode known
              ? known
              : metadata.putArray("finalizers");
      finalizers.add(PROTECTION);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode group, ObjectNode old, WriteContext context) {
    group.set("status", old.path("status").deepCopy());
    fields.dropDisabled(Tree.child(group, "spec"), old.path("spec"));
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode group, ObjectNode old, WriteContext context) {
    fields.dropDisabledStatus(Tree.child(group, "status"), old.path("spec"));
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode group, WriteContext context) {
    Findings findings = Findings.none();
    JsonNode spec = group.path("spec");
    if (Tree.has(spec, "parentCompositePodGroupName") && !Tree.has(spec, "workloadRef")) {
      findings
          .alsoDeclared()
          .required("spec.workloadRef", "a group that has a parent belongs to a workload");
    }
    return check.created(group, context.requestVersion(), findings);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode group, ObjectNode old, WriteContext context) {
    return check.updated(group, old, context.requestVersion(), Findings.none());
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode group, ObjectNode old, WriteContext context) {
    Findings findings = Findings.none();
    ConditionRules.check(group.path("status"), NO_LIMIT, "status", findings);
    Set<String> claims =
        Tree.items(group.path("spec"), "resourceClaims").stream()
            .map(claim -> Tree.text(claim, "name"))
            .collect(Collectors.toSet());
    Lists.each(
        Tree.items(group.path("status"), "resourceClaimStatuses"),
        "status.resourceClaimStatuses",
        (status, path, found) -> {
          String name = Tree.text(status, "name");
          if (!claims.contains(name)) {
            found.invalid(path + ".name", name, "must be the name of a claim in spec");
          }
        },
        findings);
    return check.updated(group, old, context.requestVersion(), findings);
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }
}
