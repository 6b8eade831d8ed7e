package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Amounts;
import io.github.dratestkit.apiserver.registry.kinds.storage.VolumeSourceDefaults;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a pod's spec gets where its author said nothing (pkg/apis/core/v1/defaults.go, 1.37). */
final class PodDefaults {

  static final List<String> CONTAINER_LISTS =
      List.of("initContainers", "containers", "ephemeralContainers");
  private static final List<String> COMPUTE = List.of("cpu", "memory");

  private PodDefaults() {}

  /** Fills in the spec of a pod. */
  static void apply(ObjectNode spec) {
    applyToTemplate(spec);
    Absent.flag(spec, "enableServiceLinks", true);
    forEachContainer(spec, PodDefaults::requestLimits);
    if (spec.path("terminationGracePeriodSeconds").asLong(0) < 0) {
      spec.put("terminationGracePeriodSeconds", 1);
    }
    if (spec.path("hostNetwork").asBoolean(false)) {
      forEachContainer(spec, PodDefaults::hostPorts);
    }
  }

  /** Fills in the spec of a template, which gets less than a pod. */
  static void applyToTemplate(ObjectNode spec) {
    Absent.text(spec, "restartPolicy", "Always");
    Absent.text(spec, "dnsPolicy", "ClusterFirst");
    Absent.text(spec, "schedulerName", "default-scheduler");
    Absent.number(spec, "terminationGracePeriodSeconds", 30);
    Absent.object(spec, "securityContext");
    forEachContainer(spec, PodDefaults::container);
    Amounts.roundUp(spec.path("overhead"));
    Amounts.roundUp(spec.path("resources").path("limits"));
    Amounts.roundUp(spec.path("resources").path("requests"));
    for (JsonNode volume : spec.path("volumes")) {
      volume((ObjectNode) volume);
    }
    serviceAccount(spec);
  }

  private static void forEachContainer(
      ObjectNode spec, java.util.function.Consumer<ObjectNode> action) {
    for (String list : CONTAINER_LISTS) {
      for (JsonNode container : spec.path(list)) {
        action.accept((ObjectNode) container);
      }
    }
  }

  // The old name of the field is shown beside the new one.
  private static void serviceAccount(ObjectNode spec) {
    String old = spec.path("serviceAccount").asString("");
    if (!old.isEmpty()) {
      Absent.text(spec, "serviceAccountName", old);
    }
    String name = spec.path("serviceAccountName").asString("");
    if (!name.isEmpty()) {
      spec.put("serviceAccount", name);
    }
  }

  private static void container(ObjectNode container) {
    String image = container.path("image").asString("");
    Absent.text(
        container, "imagePullPolicy", ImageName.isLatest(image) ? "Always" : "IfNotPresent");
    Absent.text(container, "terminationMessagePath", "/dev/termination-log");
    Absent.text(container, "terminationMessagePolicy", "File");
    ObjectNode resources = Absent.object(container, "resources");
    Amounts.roundUp(resources.path("limits"));
    Amounts.roundUp(resources.path("requests"));
    for (JsonNode port : container.path("ports")) {
      Absent.text((ObjectNode) port, "protocol", "TCP");
    }
    for (String hook : List.of("postStart", "preStop")) {
      if (container.path("lifecycle").path(hook).get("httpGet") instanceof ObjectNode get) {
        httpGet(get);
      }
    }
    for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
      if (container.get(probe) instanceof ObjectNode present) {
        probe(present);
      }
    }
    for (JsonNode variable : container.path("env")) {
      JsonNode field = variable.path("valueFrom").path("fieldRef");
      if (field instanceof ObjectNode present) {
        Absent.text(present, "apiVersion", "v1");
      }
    }
  }

  private static void probe(ObjectNode probe) {
    Absent.numberOrZero(probe, "timeoutSeconds", 1);
    Absent.numberOrZero(probe, "periodSeconds", 10);
    Absent.numberOrZero(probe, "successThreshold", 1);
    Absent.numberOrZero(probe, "failureThreshold", 3);
    if (probe.get("httpGet") instanceof ObjectNode get) {
      httpGet(get);
    }
    if (probe.get("grpc") instanceof ObjectNode grpc && Absent.is(grpc, "service")) {
      grpc.put("service", "");
    }
  }

  private static void httpGet(ObjectNode get) {
    Absent.text(get, "path", "/");
    Absent.text(get, "scheme", "HTTP");
  }

  private static void volume(ObjectNode volume) {
    boolean bare = volume.size() <= 1;
    if (bare) {
      volume.putObject("emptyDir");
    }
    for (String source : List.of("configMap", "secret", "downwardAPI", "projected")) {
      if (volume.get(source) instanceof ObjectNode present) {
        Absent.number(present, "defaultMode", 420);
      }
    }
    if (volume.get("hostPath") instanceof ObjectNode path && Absent.is(path, "type")) {
      path.put("type", "");
    }
    if (volume.get("image") instanceof ObjectNode image) {
      String reference = image.path("reference").asString("");
      Absent.text(image, "pullPolicy", ImageName.isLatest(reference) ? "Always" : "IfNotPresent");
    }
    VolumeSourceDefaults.common(volume);
    fieldReferences(volume.path("downwardAPI"));
    if (volume.path("ephemeral").get("volumeClaimTemplate") instanceof ObjectNode template) {
      VolumeSourceDefaults.ofClaim(Absent.object(template, "spec"));
    }
    for (JsonNode source : volume.path("projected").path("sources")) {
      fieldReferences(source.path("downwardAPI"));
      if (source.get("serviceAccountToken") instanceof ObjectNode token) {
        Absent.number(token, "expirationSeconds", 3600);
      }
    }
  }

  private static void fieldReferences(JsonNode files) {
    for (JsonNode file : files.path("items")) {
      if (file.get("fieldRef") instanceof ObjectNode reference) {
        Absent.text(reference, "apiVersion", "v1");
      }
    }
  }

  private static void hostPorts(ObjectNode container) {
    for (JsonNode port : container.path("ports")) {
      if (port.path("hostPort").asLong(0) == 0 && port.path("containerPort").isNumber()) {
        ((ObjectNode) port).set("hostPort", port.path("containerPort"));
      }
    }
  }

  private static void requestLimits(ObjectNode container) {
    ObjectNode resources = Absent.object(container, "resources");
    JsonNode limits = resources.path("limits");
    if (limits.isEmpty()) {
      return;
    }
    ObjectNode requests = Absent.object(resources, "requests");
    limits
        .properties()
        .forEach(
            limit -> {
              if (!requests.has(limit.getKey())) {
                requests.set(limit.getKey(), limit.getValue());
              }
            });
  }

  /** Returns Guaranteed, Burstable or BestEffort, by cpu and memory of all containers. */
  static String qualityOfService(JsonNode spec) {
    boolean none = true;
    boolean guaranteed = true;
    for (String list : List.of("initContainers", "containers")) {
      for (JsonNode container : spec.path(list)) {
        JsonNode requests = container.path("resources").path("requests");
        JsonNode limits = container.path("resources").path("limits");
        for (String resource : COMPUTE) {
          none &= isZero(requests.path(resource)) && isZero(limits.path(resource));
          guaranteed &=
              limits.has(resource)
                  && limits
                      .path(resource)
                      .asString("")
                      .equals(requests.path(resource).asString(""));
        }
      }
    }
    if (none) {
      return "BestEffort";
    }
    return guaranteed ? "Guaranteed" : "Burstable";
  }

  private static boolean isZero(JsonNode quantity) {
    return quantity.isMissingNode() || quantity.asString("").equals("0");
  }
}
