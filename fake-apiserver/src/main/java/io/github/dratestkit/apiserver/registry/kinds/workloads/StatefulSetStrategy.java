package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodTemplates;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.storage.VolumeClaimValidation;
import io.github.dratestkit.apiserver.registry.kinds.storage.VolumeSourceDefaults;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Stateful sets (pkg/apis/apps/v1/defaults.go and validation.go, 1.37). */
final class StatefulSetStrategy implements TemplatedSpec {

  private static final List<String> RETENTION = List.of("Retain", "Delete");

  @Override
  public NameRule nameRule() {
    return NameRule.DNS_LABEL;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.number(spec, "replicas", 1);
    Absent.number(spec, "revisionHistoryLimit", 10);
    Absent.text(spec, "podManagementPolicy", "OrderedReady");
    ObjectNode strategy = Absent.object(spec, "updateStrategy");
    if (strategy.path("type").asString("").isEmpty()) {
      strategy.put("type", "RollingUpdate");
      Absent.object(strategy, "rollingUpdate");
    }
    if (strategy.path("type").asString("").equals("RollingUpdate")
        && strategy.get("rollingUpdate") instanceof ObjectNode rolling) {
      Absent.number(rolling, "partition", 0);
      if (context.features().enabled("MaxUnavailableStatefulSet")) {
        Absent.number(rolling, "maxUnavailable", 1);
      }
    }
    ObjectNode retention = Absent.object(spec, "persistentVolumeClaimRetentionPolicy");
    Absent.text(retention, "whenDeleted", "Retain");
    Absent.text(retention, "whenScaled", "Retain");
    for (JsonNode claim : spec.path("volumeClaimTemplates")) {
      claim((ObjectNode) claim);
    }
    PodTemplates.applyDefaults(spec);
  }

  // What is inside is a claim of its own.
  private static void claim(ObjectNode claim) {
    claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
    VolumeSourceDefaults.ofClaim(Absent.object(claim, "spec"));
    Absent.text(Absent.object(claim, "status"), "phase", "Pending");
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.statefulSet(object);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    for (Field claim : spec.at("volumeClaimTemplates").items()) {
      VolumeClaimValidation.spec(claim.at("spec"));
    }
    if (!spec.at("serviceName").isEmpty()) {
      Formats.dnsLabel(spec.at("serviceName"));
    }
    always(spec, context);
    return errors;
  }

  private static void always(Field spec, WriteContext context) {
    Field management = spec.at("podManagementPolicy");
    if (!Set.of("OrderedReady", "Parallel").contains(management.text())) {
      management.invalid("must be 'OrderedReady' or 'Parallel'");
    }
    strategy(spec.at("updateStrategy"));
    Field retention = spec.at("persistentVolumeClaimRetentionPolicy");
    retention.at("whenDeleted").oneOf(RETENTION);
    retention.at("whenScaled").oneOf(RETENTION);
    Counts.notNegative(spec, "replicas", "minReadySeconds");
    spec.at("ordinals", "start").notNegative();
    Field bare = new Field(withClaims(spec.value()), spec.path(), spec.errors());
    PodTemplates.selected(bare, context.features());
    PodTemplates.runsForEver(spec.at("template"));
  }

  // Each pod gets a host name and volumes of its own, so that those of the template do not count.
  private static JsonNode withClaims(JsonNode spec) {
    if (!(spec instanceof ObjectNode) || !(spec.at("/template/spec") instanceof ObjectNode)) {
      return spec;
    }
    ObjectNode copy = ((ObjectNode) spec).deepCopy();
    ObjectNode pod = (ObjectNode) copy.path("template").path("spec");
    pod.remove(List.of("subdomain", "hostname"));
    if (copy.path("volumeClaimTemplates").isEmpty()) {
      return copy;
    }
    ArrayNode volumes = copy.arrayNode();
    Set<String> names = new HashSet<>();
    for (JsonNode claim : copy.path("volumeClaimTemplates")) {
      String name = claim.path("metadata").path("name").asString("");
      if (names.add(name)) {
        volumes
            .addObject()
            .put("name", name)
            .putObject("persistentVolumeClaim")
            .put("claimName", name);
      }
    }
    for (JsonNode volume : pod.path("volumes")) {
      if (!names.contains(volume.path("name").asString(""))) {
        volumes.add(volume);
      }
    }
    pod.set("volumes", volumes);
    return copy;
  }

  private static void strategy(Field strategy) {
    Field rolling = strategy.at("rollingUpdate");
    switch (strategy.at("type").text()) {
      case "OnDelete" -> {
        if (rolling.isSet()) {
          rolling.invalid("only allowed for updateStrategy 'RollingUpdate'");
        }
      }
      case "RollingUpdate" -> {
        rolling.at("partition").notNegative();
        Field unavailable = rolling.at("maxUnavailable");
        if (unavailable.isSet()) {
          Counts.numberOrPercent(unavailable);
          if (Counts.value(unavailable) == 0) {
            unavailable.invalid("cannot be 0");
          }
          Counts.atMostAll(unavailable);
        }
      }
      default -> strategy.invalid("must be 'RollingUpdate' or 'OnDelete'");
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    always(spec, context);
    Immutable.check(
        spec,
        old.path("spec"),
        "selector",
        "volumeClaimTemplates",
        "serviceName",
        "podManagementPolicy");
    return errors;
  }

  // Controllers write annotations with the status.
  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field status = Field.of(object, errors).at("status");
    Counts.status(
        status,
        Set.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"),
        List.of("observedGeneration", "collisionCount"));
    Counts.collisions(status, Field.of(old, errors).at("status"));
    return errors;
  }
}
