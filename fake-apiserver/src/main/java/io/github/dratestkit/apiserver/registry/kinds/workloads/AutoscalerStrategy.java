package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Horizontal pod autoscalers. They are kept as autoscaling/v2 has them; what v1 says of the CPU is
 * one of the metrics there.
 */
final class AutoscalerStrategy implements CountedSpec {

  private static final String CPU_IN_V1 = "targetCPUUtilizationPercentage";
  private static final int CPU = 80;
  private static final int PERIOD = 15;

  /** What the rules for one direction are where nothing is said, policies as type and value. */
  private record Scaling(Map<String, Integer> policies, int windowSeconds) {}

  private static final Scaling UP = new Scaling(Map.of("Pods", 4, "Percent", 100), 0);
  private static final Scaling DOWN = new Scaling(Map.of("Percent", 100), -1);

  @Override
  public String hubVersion() {
    return "v2";
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.number(spec, "minReplicas", 1);
    if (spec.path("metrics").isEmpty() && version.equals("v2")) {
      addCpu(spec, CPU);
    } else if (version.equals("v1")) {
      Absent.number(spec, CPU_IN_V1, CPU);
    }
    if (spec.get("behavior") instanceof ObjectNode behavior) {
      rules(Absent.object(behavior, "scaleUp"), UP);
      rules(Absent.object(behavior, "scaleDown"), DOWN);
    }
  }

  private static void rules(ObjectNode rules, Scaling defaults) {
    Absent.textIfAbsent(rules, "selectPolicy", "Max");
    if (defaults.windowSeconds >= 0) {
      Absent.number(rules, "stabilizationWindowSeconds", defaults.windowSeconds);
    }
    if (Absent.is(rules, "policies")) {
      ArrayNode policies = rules.putArray("policies");
      for (String type : List.of("Pods", "Percent")) {
        if (defaults.policies.containsKey(type)) {
          policies
              .addObject()
              .put("type", type)
              .put("value", defaults.policies.get(type))
              .put("periodSeconds", PERIOD);
        }
      }
    }
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    return check(object, context.features().enabled("HPAScaleToZero") ? 0 : 1);
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    boolean wasZero =
        old.path("spec").path("minReplicas").isNumber()
            && old.path("spec").path("minReplicas").asLong() == 0;
    return check(object, wasZero || context.features().enabled("HPAScaleToZero") ? 0 : 1);
  }

  private static List<FieldError> check(ObjectNode object, long fewest) {
    List<FieldError> errors = new ArrayList<>();
    AutoscalerValidation.spec(Field.of(object, errors).at("spec"), fewest);
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field status = Field.of(object, errors).at("status");
    Counts.notNegative(status, "currentReplicas", "desiredReplicas");
    for (Field condition : status.at("conditions").items()) {
      condition.at("observedGeneration").notNegative();
    }
    return errors;
  }

  @Override
  public void toHub(ObjectNode object, String version) {
    if (version.equals("v1") && object.get("spec") instanceof ObjectNode spec) {
      JsonNode share = spec.remove(CPU_IN_V1);
      if (share != null && share.isNumber()) {
        addCpu(spec, share.asInt());
      }
    }
  }

  @Override
  public void fromHub(ObjectNode object, String version) {
    if (!version.equals("v1") || !(object.get("spec") instanceof ObjectNode spec)) {
      return;
    }
    JsonNode metrics = spec.remove("metrics");
    for (JsonNode metric : metrics == null ? spec.arrayNode() : metrics) {
      JsonNode share = metric.path("resource").path("target").path("averageUtilization");
      if (metric.path("resource").path("name").asString("").equals("cpu") && share.isNumber()) {
        spec.set(CPU_IN_V1, share);
      }
    }
  }

  private static void addCpu(ObjectNode spec, int share) {
    ObjectNode metric = spec.putArray("metrics").addObject().put("type", "Resource");
    ObjectNode resource = metric.putObject("resource").put("name", "cpu");
    resource.putObject("target").put("type", "Utilization").put("averageUtilization", share);
  }
}
