package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.WriteContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Horizontal pod autoscalers. They are kept as autoscaling/v2 has them; what v1 says of the CPU is
 * one of the metrics there.
 */
final class AutoscalerStrategy implements CountedSpec {

  private static final String CPU_IN_V1 = "targetCPUUtilizationPercentage";
  private static final int CPU = 80;

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
