package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.QuantityFormat;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * What an object is charged for, by the names under which quotas limit it (pkg/quota/v1/evaluator,
 * 1.37).
 *
 * @param classes the extended resource that a device class stands for, empty if none
 */
record QuotaUsage(Function<String, String> classes) {

  static final String PER_CLASS = ".deviceclass.resource.k8s.io/devices";
  static final String IMPLICIT = "requests.deviceclass.resource.kubernetes.io/";
  static final String STORAGE_CLASS = ".storageclass.storage.k8s.io/";

  /** Kinds that are counted under a short name too. */
  private static final Set<String> SHORT =
      Set.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");

  private static final long MOST_DEVICES = 32;

  /** Returns what an object is charged for. */
  Map<String, Quantity> of(GroupResource resource, JsonNode object) {
    Map<String, Quantity> usage = new TreeMap<>();
    usage.put("count/" + resource, Amounts.ONE);
    if (SHORT.contains(resource.toString())) {
      usage.put(resource.toString(), Amounts.ONE);
    }
    switch (resource.toString()) {
      case "pods" -> pod(object, usage);
      case "services" -> service(object.path("spec"), usage);
      case "persistentvolumeclaims" -> volumeClaim(object, usage);
      case "resourceclaims.resource.k8s.io" -> claim(object.path("spec"), usage);
      default -> {}
    }
    return usage;
  }

  private static void pod(JsonNode pod, Map<String, Quantity> usage) {
    String phase = pod.path("status").path("phase").asString("");
    if (phase.equals("Succeeded") || phase.equals("Failed")) {
      return;
    }
    compute(PodResources.requests(pod.path("spec")), PodResources.limits(pod.path("spec")), usage);
  }

  /** Adds what requests and limits of a pod or container are charged as. */
  static void compute(
      Map<String, Quantity> requests, Map<String, Quantity> limits, Map<String, Quantity> usage) {
    usage.put("pods", Amounts.ONE);
    for (String name : Set.of("cpu", "memory", "ephemeral-storage")) {
      if (requests.containsKey(name)) {
        usage.put(name, requests.get(name));
        usage.put("requests." + name, requests.get(name));
      }
      if (limits.containsKey(name)) {
        usage.put("limits." + name, limits.get(name));
      }
    }
    requests.forEach(
        (name, amount) -> {
          if (name.startsWith("hugepages-")) {
            usage.put(name, amount);
            usage.put("requests." + name, amount);
          } else if (name.contains("/")) {
            usage.put("requests." + name, amount);
          }
        });
  }

  private static void service(JsonNode spec, Map<String, Quantity> usage) {
    usage.put("services", Amounts.ONE);
    long ports = spec.path("ports").size();
    long nodePorts = 0;
    long balancers = 0;
    switch (spec.path("type").asString("")) {
      case "NodePort" -> nodePorts = ports;
      case "LoadBalancer" -> {
        balancers = 1;
        nodePorts =
            spec.path("allocateLoadBalancerNodePorts").asBoolean(true)
                ? ports
                : explicit(spec.path("ports"));
      }
      default -> {}
    }
    usage.put("services.nodeports", count(nodePorts));
    usage.put("services.loadbalancers", count(balancers));
  }

  private static long explicit(JsonNode ports) {
    long count = 0;
    for (JsonNode port : ports) {
      count += port.path("nodePort").asInt(0) == 0 ? 0 : 1;
    }
    return count;
  }

  private static void volumeClaim(JsonNode claim, Map<String, Quantity> usage) {
    usage.put("persistentvolumeclaims", Amounts.ONE);
    String annotated =
        claim
            .path("metadata")
            .path("annotations")
            .path("volume.beta.kubernetes.io/storage-class")
            .asString("");
    String storageClass =
        annotated.isEmpty() ? claim.path("spec").path("storageClassName").asString("") : annotated;
    Quantity storage =
        Amounts.of(claim.path("spec").path("resources").path("requests")).get("storage");
    if (!storageClass.isEmpty()) {
      usage.put(storageClass + STORAGE_CLASS + "persistentvolumeclaims", Amounts.ONE);
    }
    if (storage == null) {
      return;
    }
    Quantity whole =
        storage.isInteger()
            ? storage
            : Quantity.of(
                storage.toBigDecimal().setScale(0, RoundingMode.UP).longValue(), storage.format());
    usage.put("requests.storage", whole);
    if (!storageClass.isEmpty()) {
      usage.put(storageClass + STORAGE_CLASS + "requests.storage", whole);
    }
  }

  private void claim(JsonNode spec, Map<String, Quantity> usage) {
    Map<String, Long> devices = new TreeMap<>();
    for (JsonNode request : spec.path("devices").path("requests")) {
      Map<String, Long> most = new TreeMap<>();
      for (JsonNode alternative : request.path("firstAvailable")) {
        most.merge(
            alternative.path("deviceClassName").asString(""), devices(alternative), Math::max);
      }
      JsonNode exactly = request.path("exactly");
      if (exactly.isObject() && most.isEmpty()) {
        most.put(exactly.path("deviceClassName").asString(""), devices(exactly));
      }
      most.forEach((name, number) -> devices.merge(name, number, Long::sum));
    }
    devices.forEach(
        (name, number) -> {
          usage.put(name + PER_CLASS, count(number));
          usage.put(IMPLICIT + name, count(number));
          String extended = classes.apply(name);
          if (!extended.isEmpty()) {
            usage.put("requests." + extended, count(number));
          }
        });
  }

  private static long devices(JsonNode request) {
    return switch (request.path("allocationMode").asString("ExactCount")) {
      case "All" -> MOST_DEVICES;
      case "ExactCount" -> request.path("count").asLong(1);
      default -> 0;
    };
  }

  private static Quantity count(long number) {
    return Quantity.of(number, QuantityFormat.DECIMAL_SI);
  }
}
