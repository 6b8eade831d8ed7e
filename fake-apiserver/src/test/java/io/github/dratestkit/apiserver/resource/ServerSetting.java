package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How a server was started whose answers are recorded.
 *
 * <p>Its name is {@code all}, {@code default} or {@code off} for 1.37, or an older version and one
 * of {@code default} (default gates), {@code on} (also those of DRA that are off by default) and
 * {@code plain} (default gates, and only what is served by default): {@code 1.35-on}.
 */
record ServerSetting(
    KubernetesVersion version, Map<String, Boolean> gates, boolean servesEverything) {

  private static final List<String> OFF_IN_1_34 =
      List.of(
          "DRAConsumableCapacity",
          "DRADeviceBindingConditions",
          "DRADeviceTaints",
          "DRAExtendedResource",
          "DRAPartitionableDevices",
          "ResourceHealthStatus");

  private static final List<String> NEW_IN_1_35 =
      List.of("DRADeviceTaintRules", "GenericWorkload", "NodeDeclaredFeatures");

  private static final List<String> OFF_IN_1_36 =
      List.of(
          "DRADeviceTaintRules",
          "DRAListTypeAttributes",
          "DRANodeAllocatableResources",
          "DRAResourcePoolStatus",
          "DRAWorkloadResourceClaims",
          "GenericWorkload");

  private static final Map<String, Boolean> OFF =
      Map.of(
          "DRADeviceTaints", false,
          "DRADeviceTaintRules", false,
          "DRAConsumableCapacity", false,
          "DRADeviceBindingConditions", false,
          "DRAPartitionableDevices", false,
          "DRAResourceClaimGranularStatusAuthorization", false);

  static ServerSetting named(String name) {
    if (name.equals("all")) {
      Map<String, Boolean> all = Map.of("AllAlpha", true, "AllBeta", true);
      return new ServerSetting(KubernetesVersion.V1_37, all, true);
    }
    if (name.equals("default")) {
      return new ServerSetting(KubernetesVersion.V1_37, Map.of("AllAlpha", false), true);
    }
    if (name.equals("off")) {
      return new ServerSetting(KubernetesVersion.V1_37, OFF, true);
    }
    int dash = name.indexOf('-');
    KubernetesVersion version = KubernetesVersion.parse(name.substring(0, dash));
    return switch (name.substring(dash + 1)) {
      case "default" -> new ServerSetting(version, Map.of(), true);
      case "on" -> new ServerSetting(version, on(version), true);
      case "plain" -> new ServerSetting(version, Map.of(), false);
      default -> throw new IllegalArgumentException("no setting " + name);
    };
  }

  /** Returns it as our server is started. */
  ClusterConfig config() {
    return ClusterConfig.builder(version)
        .featureGates(gates)
        .runtimeConfig(servesEverything ? List.of("api/all=true") : List.of())
        .seed(1)
        .build();
  }

  /** Returns it as the instrument realcluster is started. */
  List<String> flags() {
    List<String> flags = new ArrayList<>(List.of("-with", ""));
    if (version != KubernetesVersion.LATEST) {
      flags.addAll(List.of("-emulated-version", version.toString()));
    }
    flags.addAll(List.of("-runtime-config", servesEverything ? "api/all=true" : ""));
    String text =
        gates.entrySet().stream()
            .map(gate -> gate.getKey() + "=" + gate.getValue())
            .collect(Collectors.joining(","));
    flags.addAll(List.of("-feature-gates", text.isEmpty() ? "AllAlpha=false" : text));
    return flags;
  }

  private static Map<String, Boolean> on(KubernetesVersion version) {
    Map<String, Boolean> gates = new TreeMap<>();
    switch (version) {
      case V1_34 -> OFF_IN_1_34.forEach(gate -> gates.put(gate, true));
      case V1_35 -> {
        OFF_IN_1_34.forEach(gate -> gates.put(gate, true));
        NEW_IN_1_35.forEach(gate -> gates.put(gate, true));
      }
      case V1_36 -> OFF_IN_1_36.forEach(gate -> gates.put(gate, true));
      case V1_37 -> throw new IllegalArgumentException("1.37 with gates on is called all");
    }
    return gates;
  }
}
