package io.github.dratestkit.drivers;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The variables by which Kubernetes' example driver shows a container its GPUs
 * (kubernetes-sigs/dra-example-driver, cmd/dra-example-kubeletplugin). Any device whose name begins
 * with {@code gpu-} has them, so that the examples of the tutorials work with all of them.
 */
final class ExampleEnvironment {

  private static final String PREFIX = "gpu-";

  private ExampleEnvironment() {}

  static List<String> of(String driver, ResourceClaim claim, DeviceRequestAllocationResult result) {
    if (!result.getDevice().startsWith(PREFIX)) {
      return List.of();
    }
    String number = result.getDevice().substring(PREFIX.length()).replaceAll("[^A-Za-z0-9_]", "_");
    String variable = "GPU_DEVICE_" + number;
    List<String> variables = new ArrayList<>();
    variables.add("DRA_RESOURCE_DRIVER_NAME=" + driver);
    variables.add(variable + "=" + result.getDevice());
    variables.add(variable + "_RESOURCE_CLAIM=" + claim.getMetadata().getUid());
    JsonNode sharing = configuration(driver, claim, result).path("sharing");
    String strategy = sharing.path("strategy").asString("TimeSlicing");
    variables.add(variable + "_SHARING_STRATEGY=" + strategy);
    if (strategy.equals("TimeSlicing")) {
      variables.add(
          variable
              + "_TIMESLICE_INTERVAL="
              + sharing.path("timeSlicingConfig").path("interval").asString("Default"));
    } else {
      variables.add(
          variable
              + "_PARTITION_COUNT="
              + sharing.path("spacePartitioningConfig").path("partitionCount").asInt(1));
    }
    return variables;
  }

  // The last configuration for a request counts: that of the claim comes after its class's.
  private static JsonNode configuration(
      String driver, ResourceClaim claim, DeviceRequestAllocationResult result) {
    Optional<Object> found = Optional.empty();
    for (DeviceAllocationConfiguration one :
        claim.getStatus().getAllocation().getDevices().getConfig()) {
      boolean meant =
          one.getRequests().isEmpty() || one.getRequests().contains(result.getRequest());
      if (meant && one.getOpaque() != null && driver.equals(one.getOpaque().getDriver())) {
        found = Optional.ofNullable(one.getOpaque().getParameters());
      }
    }
    return found
        .<JsonNode>map(parameters -> JsonMapper.shared().valueToTree(parameters))
        .orElseGet(() -> JsonMapper.shared().createObjectNode());
  }
}
